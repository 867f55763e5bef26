import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MapContainer } from "react-leaflet";
import { beforeAll, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { CarMarker } from "./car-marker";

const LONG_AGO = { lat: 50.7, lng: -1.29, heading: 0, at: "2026-01-01T10:00:00Z" };

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("a car with a stale position", () => {
  it("shows it as plain text, whatever the translation contains", async () => {
    i18next.addResource("en", "translations", "map.last_seen", "<img src=x alt=broken> {{ago}}");
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MapContainer center={[50.7, -1.29]} zoom={13}>
          <CarMarker position={LONG_AGO} name="Ben" />
        </MapContainer>
      </QueryClientProvider>,
    );
    expect(await screen.findByText(/<img src=x alt=broken> /)).toBeInTheDocument();
    expect(screen.queryByAltText("broken")).not.toBeInTheDocument();
  });
});
