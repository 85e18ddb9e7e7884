import { expect, test } from "vitest";

import { groupByDay } from "../../../src/app/pages/diary/group-by-day.js";

function at(...parts: readonly [number, number, number, number]): { startAt: string } {
  return { startAt: new Date(...parts).toISOString() };
}

test("entries of one day, by the clock of the reader, stand together", () => {
  const [late, early, before] = [at(2026, 2, 2, 23), at(2026, 2, 2, 0), at(2026, 2, 1, 23)];
  expect(groupByDay([late, early, before])).toEqual([
    { day: "2026-03-02", entries: [late, early] },
    { day: "2026-03-01", entries: [before] },
  ]);
});
