import { DirectionProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ChartCard } from "./chart-card";
import { labelled, ticksTo } from "./scale";
import { Spark } from "./spark";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());

function show(dir: "ltr" | "rtl" = "ltr") {
  render(
    <DirectionProvider initialDirection={dir} detectDirection={false}>
      <ThemeProvider>
        <ChartCard
          title="Fees"
          periods="Day"
          points={[
            { key: "1", label: "1 March", short: "1", values: [4] },
            { key: "2", label: "2 March", short: "2", values: [0] },
            { key: "3", label: "3 March", short: "3", values: [9] },
          ]}
          series={[{ key: "fees", label: "Fees", tone: "go" }]}
          format={(value) => `$${value}`}
          formatShort={String}
        />
      </ThemeProvider>
    </DirectionProvider>,
  );
  return userEvent.setup();
}

describe("a chart", () => {
  it("is read out along the arrow keys, from the latest on", async () => {
    const user = show();
    const chart = await screen.findByRole("slider", { name: "Fees" });
    await user.tab();
    await user.tab();
    expect(chart).toHaveFocus();
    expect(chart).toHaveAttribute("aria-valuetext", "3 March: Fees $9");
    await user.keyboard("{ArrowLeft}");
    expect(chart).toHaveAttribute("aria-valuetext", "2 March: Fees $0");
    await user.keyboard("{Home}");
    expect(chart).toHaveAttribute("aria-valuetext", "1 March: Fees $4");
    await user.keyboard("{ArrowLeft}");
    expect(chart).toHaveAttribute("aria-valuetext", "1 March: Fees $4");
  });

  it("can be shown as a table, and stays one", async () => {
    const user = show();
    await user.click(await screen.findByRole("radio", { name: "Table" }));
    const row = await screen.findByRole("row", { name: "3 March $9" });
    expect(row).toBeInTheDocument();
    expect(localStorage.getItem("hansom.chart-view")).toBe('"table"');
  });
});

describe("a scale", () => {
  it("has round steps up to just above the maximum", () => {
    expect(ticksTo(9)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(ticksTo(1200)).toEqual([0, 500, 1000, 1500]);
    expect(ticksTo(0)).toEqual([0, 1]);
  });

  it("shows as many labels as fit, always including the last", () => {
    const has = labelled(10, 4);
    expect([...Array(10).keys()].filter(has)).toEqual([0, 3, 6, 9]);
  });
});

describe("a sparkline", () => {
  it("describes its data as text", () => {
    render(
      <ThemeProvider>
        <Spark values={[1, 3, 2]} label="Rides: 3 at most, 2 today" />
      </ThemeProvider>,
    );
    expect(screen.getByRole("img", { name: "Rides: 3 at most, 2 today" })).toBeInTheDocument();
  });
});
