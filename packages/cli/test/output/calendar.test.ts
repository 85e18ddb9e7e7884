import { expect, it } from "vitest";

import { calendar } from "../../src/output/calendar.js";
import { bar, sparkline } from "../../src/output/sparkline.js";
import { displayWidth } from "../../src/output/width.js";

/** A Thursday. */
const now = new Date(2026, 10, 26, 12);

it("shows a block for each day of the last weeks, fuller for more", () => {
  const days = new Map([
    ["2026-11-26", 10_000],
    ["2026-11-25", 100],
    ["2026-11-24", 5],
    ["2026-11-23", 1],
  ]);
  expect(calendar(days, { columns: 20, now })).toEqual([
    "       Sep Oct Nov",
    "Mon ···············░",
    "    ···············░",
    "Wed ···············▓",
    "    ···············█",
    "Fri ···············",
    "    ···············",
    "    ···············",
    "    less ·░▒▓█ more",
  ]);
});

it("fits every width, with a whole year from 57 columns on and squares from 110 on", () => {
  const days = new Map([["2026-06-01", 3]]);
  for (let columns = 20; columns <= 200; columns++) {
    const lines = calendar(days, { columns, now });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
  const year = calendar(days, { columns: 60, now });
  expect(year[1]?.length).toBe(57);
  expect(year[1]).toContain("█");
  expect(year[0]).toBe("     Dec Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov");
  expect(calendar(days, { columns: 120, now })[1]).toMatch(/^Mon (?:[·█] ){52}·$/u);
});

it("colours only the blocks", () => {
  const [, monday] = calendar(new Map(), { columns: 20, now, style: (text) => `<${text}>` });
  expect(monday).toBe(`Mon <${"·".repeat(16)}>`);
});

it("draws a line of values, in fewer columns by their means", () => {
  expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7], 20)).toBe("▁▂▃▄▅▆▇█");
  expect(sparkline([0, 0, 7, 7], 2)).toBe("▁█");
  expect(sparkline([0.5], 5, 1)).toBe("▅");
  expect(sparkline([], 5)).toBe("");
  expect(sparkline([0, 0], 5)).toBe("▁▁");
  expect(sparkline([Number.NaN, 9], 5, 3)).toBe("▁█");
});

it("draws bars in eighths of a column", () => {
  expect([0, 0.5, 1, 2, -1].map((share) => bar(share, 4))).toEqual(["", "██", "████", "████", ""]);
  expect(bar(0.3, 4)).toBe("█▎");
});
