import { expect, test } from "vitest";

import type { Postings } from "../../../src/index/segment/postings.js";
import { PostingCache } from "../../../src/index/segment/segment-cache.js";

/** A list that takes some five megabytes. */
function longList(): Postings {
  const count = 2 ** 20;
  return {
    ordinals: new Uint32Array(count),
    kinds: new Uint8Array(count),
    frequencies: [1],
    termCounts: [1],
  };
}

test("what was not used for the longest time is forgotten, and nothing else", () => {
  const known = new PostingCache();
  const terms = Array.from({ length: 6 }, (_, n) => `term ${n}`);
  for (const term of terms) known.add("/scope", 7, new Map([[term, longList()]]));
  expect([...known.find("/scope", 7, terms).keys()]).toEqual(terms);
  known.find("/scope", 7, ["term 0"]);
  known.add("/scope", 7, new Map([["one more", longList()]]));
  const left = known.find("/scope", 7, [...terms, "one more"]);
  expect([...left.keys()]).toEqual([...terms.filter((term) => term !== "term 1"), "one more"]);
});

test("a list counts once however often it is read, and only for its scope and generation", () => {
  const known = new PostingCache();
  for (let time = 0; time < 20; time += 1) {
    known.add(
      "/scope",
      7,
      new Map([
        ["cat", longList()],
        ["none", undefined],
      ]),
    );
  }
  expect(known.generationOf("/scope")).toBe(7);
  expect([...known.find("/scope", 7, ["cat", "none", "dog"]).keys()]).toEqual(["cat", "none"]);
  expect(known.find("/scope", 8, ["cat"]).size).toBe(0);
  expect(known.find("/other", 7, ["cat"]).size).toBe(0);
});
