import { describe, expect, it } from "vitest";

import {
  afterLine,
  callsOf,
  type FeedState,
  NOTHING,
  quantile,
  sortOf,
} from "../../../src/app/pages/feed/feed-state.js";
import type { FeedEntry, FeedLine } from "../../../src/wire/feed.js";

const ENTRY: FeedEntry = {
  name: "remembered",
  at: "2026-11-20T09:00:00.000Z",
  by: "program",
  scope: [],
  count: 1,
  records: [],
};
const CALL: FeedEntry = { ...ENTRY, name: "operation", operation: "recall", durationMs: 4 };

function after(lines: readonly FeedLine[], second = 100): FeedState {
  return lines.reduce<FeedState>((state, line) => afterLine(state, line, second), NOTHING);
}

describe("state of the feed", () => {
  it("keeps the 500 newest rows, the newest first, and counts all", () => {
    const lines = Array.from({ length: 600 }, () => ({ entry: ENTRY }));
    const { rows, told, sorts } = after(lines);
    expect(rows).toHaveLength(500);
    expect([rows[0]?.key, rows.at(-1)?.key, told]).toEqual([599, 100, 600]);
    expect(sorts).toEqual({ write: 600 });
  });

  it("sorts entries by what a person looks for", () => {
    expect(sortOf({ ...ENTRY, name: "recalled" })).toBe("read");
    expect(sortOf({ ...ENTRY, name: "erased" })).toBe("gone");
    expect(sortOf({ ...ENTRY, name: "reminder" })).toBe("mind");
    expect(sortOf({ ...ENTRY, name: "degraded" })).toBe("trouble");
    expect(sortOf(CALL)).toBe("call");
    expect(sortOf({ ...CALL, error: "conflict" })).toBe("trouble");
  });

  it("counts calls by verb and second, but none of the page itself", () => {
    const state = after([
      { entry: CALL },
      { entry: { ...CALL, durationMs: 8, error: "conflict" } },
      { entry: { ...CALL, by: "studio" } },
      { entry: { ...ENTRY, by: "elsewhere" } },
    ]);
    expect(state.verbs["recall"]).toEqual({ calls: 2, failed: 1, durations: [4, 8] });
    expect(callsOf(state, 100).at(-1)).toBe(3);
    expect(callsOf(state, 101).slice(-2)).toEqual([3, 0]);
    expect(callsOf(afterLine(state, { entry: CALL }, 161), 161)).toEqual([
      ...Array<number>(59).fill(0),
      1,
    ]);
  });

  it("tells what was left out, and the end", () => {
    const state = after([{ dropped: 3 }, { beat: true }, { dropped: 2 }, { end: "memory" }]);
    expect(state).toMatchObject({ dropped: 5, end: "memory", told: 0 });
  });

  it("finds the time that half and nearly all calls are faster than", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([quantile(values, 0.5), quantile(values, 0.95), quantile([], 0.5)]).toEqual([51, 96, 0]);
  });
});
