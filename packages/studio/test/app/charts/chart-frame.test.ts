import { describe, expect, it } from "vitest";

import { chartFrame, fittingTicks, nearest } from "../../../src/app/charts/chart-frame.js";
import { linearScale } from "../../../src/app/charts/scale.js";

describe("chartFrame", () => {
  it("puts places between the axes and finds them again", () => {
    const frame = chartFrame({ width: 390 }, 30);
    expect([frame.toX(0), frame.toX(1)]).toEqual([frame.left, frame.right]);
    expect([frame.toY(0), frame.toY(1)]).toEqual([frame.bottom, frame.top]);
    expect(frame.placeAt(frame.toX(0.25))).toBeCloseTo(0.25, 12);
    expect(frame.placeAt(frame.left - 1)).toBeUndefined();
  });
});

function show(value: number): string {
  return `${value} days`;
}

describe("fittingTicks", () => {
  const scale = linearScale(0, 10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

  it("names all values where there is room", () => {
    expect(fittingTicks(chartFrame({ width: 1200 }, 30), scale, show)).toHaveLength(11);
  });

  it("leaves out labels that would touch others, and keeps the rest inside", () => {
    const labels = fittingTicks(chartFrame({ width: 300 }, 30), scale, show);
    expect(labels.length).toBeLessThan(11);
    expect(labels.every(({ x }) => x > 0 && x < 300)).toBe(true);
    const gaps = labels.slice(1).map(({ x }, index) => x - (labels[index]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(40);
  });
});

describe("nearest", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];

  it("returns the nearest point within reach", () => {
    expect(nearest(points, { x: 7, y: 0 }, 5)).toBe(points[1]);
    expect(nearest(points, { x: 5, y: 90 }, 5)).toBeUndefined();
  });
});
