import { describe, expect, test } from "vitest";

import {
  differences,
  ofSide,
  toLabQuery,
  toSide,
  USUAL,
} from "../../../../src/app/pages/recall/lab-settings.js";

const CHOSEN = { ...USUAL, mode: "keyword", limit: 3, mood: -0.5, at: "2026-03-05" } as const;

describe("settings of a recall", () => {
  test("belong to one side of a comparison", () => {
    const all = { ...toSide(USUAL, ""), ...toSide(CHOSEN, "2") };
    expect([ofSide(all, ""), ofSide(all, "2")]).toEqual([USUAL, CHOSEN]);
    expect(toSide({ limit: 10 }, "2")).toEqual({ limit2: 10 });
  });

  test("tell what differs", () => {
    expect([...differences(CHOSEN, { ...CHOSEN, limit: 4, at: "" })]).toEqual(["limit", "at"]);
  });
});

function momentsOf(axis: "both" | "known" | "valid"): object {
  const { knownAt, validAt, mood } = toLabQuery({ ...CHOSEN, axis }, { query: "a" });
  return { knownAt, validAt, mood };
}

describe("toLabQuery", () => {
  test("leaves to the memory what is as it is configured", () => {
    expect(toLabQuery(USUAL, { query: "a", scope: [] })).toEqual({
      query: "a",
      scope: [],
      mode: "hybrid",
      limit: 10,
      diversity: 0,
      neighbours: 0,
      rerank: true,
      includeArchived: false,
      reach: "here",
    });
  });

  test("reads at the end of a day, on the axes that are chosen", () => {
    const end = "2026-03-05T23:59:59.999Z";
    const mood = { valence: -0.5, arousal: 0.5 };
    expect(momentsOf("both")).toEqual({ knownAt: end, validAt: end, mood });
    expect(momentsOf("known")).toEqual({ knownAt: end, validAt: undefined, mood });
    expect(momentsOf("valid")).toEqual({ knownAt: undefined, validAt: end, mood });
  });
});
