import { describe, expect, it } from "vitest";

import { addTally } from "../../../src/app/pages/statistics/add-tally.js";
import { calendarGrid } from "../../../src/app/pages/statistics/calendar-grid.js";
import type { TallyAnswer } from "../../../src/wire/statistics.js";

const TALLY: TallyAnswer = {
  memories: 3,
  kinds: { note: 2, fact: 1 },
  origins: { user: 3 },
  scopes: [
    [["ana"], 2],
    [[], 1],
  ],
  days: { "2026-11-19": 3 },
  strength: [1, 1, 0, 0],
  archived: 1,
  replaced: 0,
  pinned: 1,
  oldest: "2026-11-19T08:00:00.000Z",
  newest: "2026-11-19T09:00:00.000Z",
  cursor: "next",
};

describe("statistics", () => {
  it("adds counts up", () => {
    const { cursor: _, ...last } = { ...TALLY, oldest: "2026-11-18T09:00:00.000Z" };
    expect(addTally(undefined, TALLY)).toBe(TALLY);
    expect(addTally(TALLY, last)).toEqual({
      memories: 6,
      kinds: { note: 4, fact: 2 },
      origins: { user: 6 },
      scopes: [
        [["ana"], 4],
        [[], 2],
      ],
      days: { "2026-11-19": 6 },
      strength: [2, 2, 0, 0],
      archived: 2,
      replaced: 0,
      pinned: 2,
      oldest: "2026-11-18T09:00:00.000Z",
      newest: "2026-11-19T09:00:00.000Z",
    });
  });

  it("lays a year out in weeks that begin on Monday", () => {
    const days = { "2026-11-26": 9, "2026-11-23": 1, "2025-11-24": 2, "2025-11-23": 5 };
    const { cells, months, total, most, weeks } = calendarGrid(days, "2026-11-26");
    expect(weeks).toBe(53);
    expect(cells[0]).toMatchObject({ day: "2025-11-24", week: 0, row: 0, count: 2 });
    expect(cells.at(-1)).toMatchObject({ day: "2026-11-26", week: 52, row: 3, level: 3 });
    expect(months.map(({ day }) => day)[0]).toBe("2025-12-01");
    expect(months).toHaveLength(12);
    expect([total, most?.day]).toEqual([12, "2026-11-26"]);
    expect(calendarGrid({}, "2026-11-26")).toMatchObject({ total: 0, most: undefined });
  });
});
