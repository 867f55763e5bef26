import * as leaflet from "leaflet";
import { useEffect, useRef } from "react";
import { useMap } from "react-leaflet";
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
} from "terra-draw";
import { TerraDrawLeafletAdapter } from "terra-draw-leaflet-adapter";
import type { Tool } from "./zone-drawing";

/** The mode of terra-draw in which the pointer only moves the map. */
const STATIC = "static";
const CIRCLE_CORNERS = 24;
/** With more corners, points between them would cover the outline. */
const MOST_MIDPOINTS = 20;
const REACH = 24;
/** Above Leaflet's markers and below its tooltips. */
const LOWEST_PANE = 600;

/** About ten centimeters; the table of corners has as many. */
const DECIMALS = 6;
const rounded = (ring: number[][]) =>
  ring.map((point) => point.map((degrees) => Number(degrees.toFixed(DECIMALS))));

interface ZoneDrawProps {
  /** The closed outline as [longitude, latitude]; empty if there is none. */
  ring: number[][];
  tool: Tool;
  color: string;
  onDraw: (ring: number[][]) => void;
  onDelete: (corner: number) => void;
}

/** The outline of a zone on a map, drawn and changed with the pointer. The table of corners does the same. */
export function ZoneDraw({ ring, tool, color, onDraw, onDelete }: ZoneDrawProps) {
  const map = useMap();
  const drawing = useRef<TerraDraw | null>(null);
  /** What terra-draw shows now. */
  const shown = useRef("");
  const drawn = useRef(onDraw);
  useEffect(() => {
    drawn.current = onDraw;
  });

  useEffect(() => {
    const draw = newDrawing(map, color);
    let isPressed = false;
    const press = () => {
      isPressed = true;
    };
    const release = () => {
      isPressed = false;
    };
    const container = map.getContainer();
    container.addEventListener("pointerdown", press, { capture: true });
    container.addEventListener("pointerup", release, { capture: true });
    draw.start();
    draw.on("finish", (id, { action }) => {
      // A new corner that is being dragged is one change, which ends with the drag.
      if (action === "insertMidpoint" && isPressed) return;
      const geometry = draw.getSnapshotFeature(id)?.geometry;
      if (geometry?.type !== "Polygon") return;
      const ring = rounded(geometry.coordinates[0] as number[][]);
      if (action !== "draw") shown.current = `select ${JSON.stringify(ring)}`;
      drawn.current(ring);
    });
    drawing.current = draw;
    shown.current = "";
    return () => {
      container.removeEventListener("pointerdown", press, { capture: true });
      container.removeEventListener("pointerup", release, { capture: true });
      drawing.current = null;
      draw.stop();
    };
  }, [map, color]);

  const key = JSON.stringify(rounded(ring));
  useEffect(() => {
    const draw = drawing.current;
    const shows = `${tool} ${key}`;
    if (!draw || shown.current === shows) return;
    shown.current = shows;
    // An unfinished outline ends here.
    draw.setMode(tool === "delete" ? STATIC : tool);
    draw.removeFeatures(draw.getSnapshot().flatMap(({ id }) => (id === undefined ? [] : [id])));
    const coordinates: number[][] = JSON.parse(key);
    draw.updateModeOptions<typeof TerraDrawSelectMode>("select", {
      flags: flagsOf(coordinates.length),
    });
    if (coordinates.length >= 4) {
      const [added] = draw.addFeatures([
        {
          type: "Feature",
          properties: { mode: "polygon" },
          geometry: { type: "Polygon", coordinates: [coordinates] },
        },
      ]);
      if (tool === "select" && added?.valid && added.id !== undefined) draw.selectFeature(added.id);
    }
  }, [key, tool]);

  useEffect(() => {
    // Escape ends a drawing, not the dialog around the map.
    const isDrawing = tool !== "select" && tool !== "delete";
    map.getContainer().dataset.mantineStopPropagation = String(isDrawing);
  }, [map, tool]);

  return tool === "delete" ? <Corners ring={ring} color={color} onDelete={onDelete} /> : null;
}

/** The corners as points that a click deletes. */
function Corners({ ring, color, onDelete }: Pick<ZoneDrawProps, "ring" | "color" | "onDelete">) {
  const map = useMap();
  const chosen = useRef(onDelete);
  useEffect(() => {
    chosen.current = onDelete;
  });
  const key = JSON.stringify(ring.slice(0, -1));
  useEffect(() => {
    const group = leaflet.layerGroup(
      (JSON.parse(key) as [number, number][]).map(([lng, lat], corner) =>
        leaflet
          .circleMarker([lat, lng], {
            radius: 9,
            weight: 3,
            color,
            fillColor: "white",
            fillOpacity: 1,
            bubblingMouseEvents: false,
          })
          .on("click", () => chosen.current(corner)),
      ),
    );
    group.addTo(map);
    return () => {
      group.remove();
    };
  }, [map, color, key]);
  return null;
}

const flagsOf = (corners: number) => ({
  polygon: {
    feature: {
      draggable: false,
      coordinates: {
        draggable: true,
        deletable: true,
        midpoints: corners <= MOST_MIDPOINTS ? { draggable: true } : false,
      },
    },
  },
});

function newDrawing(map: leaflet.Map, color: string): TerraDraw {
  const hex = color as `#${string}`;
  const area = {
    fillColor: hex,
    fillOpacity: 0.2,
    outlineColor: hex,
    outlineWidth: 3,
  } as const;
  const point = { Color: "#ffffff", OutlineColor: hex, OutlineWidth: 3, Width: 7 } as const;
  return new TerraDraw({
    adapter: adapterOf(map),
    modes: [
      new TerraDrawSelectMode({
        pointerDistance: REACH,
        allowManualDeselection: false,
        // The form has a button for each, and its own undo.
        keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
        flags: flagsOf(0),
        styles: {
          selectedPolygonColor: hex,
          selectedPolygonFillOpacity: 0.2,
          selectedPolygonOutlineColor: hex,
          selectedPolygonOutlineWidth: 3,
          selectionPointColor: point.Color,
          selectionPointOutlineColor: point.OutlineColor,
          selectionPointOutlineWidth: point.OutlineWidth,
          selectionPointWidth: point.Width,
          midPointColor: hex,
          midPointOutlineColor: "#ffffff",
          midPointOutlineWidth: 2,
          midPointWidth: 5,
        },
      }),
      new TerraDrawPolygonMode({
        pointerDistance: REACH,
        styles: {
          ...area,
          closingPointColor: point.Color,
          closingPointOutlineColor: point.OutlineColor,
          closingPointOutlineWidth: point.OutlineWidth,
          closingPointWidth: point.Width,
        },
      }),
      new TerraDrawRectangleMode({ drawInteraction: "click-move-or-drag", styles: area }),
      new TerraDrawCircleMode({
        drawInteraction: "click-move-or-drag",
        segments: CIRCLE_CORNERS,
        styles: area,
      }),
    ],
  });
}

/**
 * The adapter orders its panes by style elements, which the content security policy forbids. Its panes also
 * leave their renderers behind, which draw outside the page when the panes are created again.
 */
function adapterOf(map: leaflet.Map): TerraDrawLeafletAdapter {
  const adapter = new TerraDrawLeafletAdapter({ lib: leaflet as never, map });
  const inside = map as unknown as {
    _panes: Record<string, HTMLElement>;
    _paneRenderers?: Record<string, leaflet.Renderer>;
  };
  return Object.assign(adapter, {
    createPaneStyleSheet(name: string, order: number) {
      const pane = map.createPane(name);
      pane.style.zIndex = String(LOWEST_PANE + order);
      return {
        remove() {
          inside._paneRenderers?.[name]?.remove();
          delete inside._paneRenderers?.[name];
          delete inside._panes[name];
          pane.remove();
        },
      };
    },
  });
}
