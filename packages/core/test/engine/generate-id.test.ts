import { seededRandom } from "@kioku/testing/support";
import { V7Generator } from "uuidv7";
import { expect, test } from "vitest";

import { createIdGenerator } from "../../src/internal/generate-id.js";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("with numbers given, ids are those that the library makes and writes", () => {
  const [ours, theirs] = [seededRandom(31), seededRandom(31)];
  const library = new V7Generator({ nextUint32: () => Math.floor(theirs() * 2 ** 32) });
  const generate = createIdGenerator(ours);
  for (let index = 0; index < 2_000; index += 1) {
    const at = 1_700_000_000_000 + Math.floor(index / 7);
    expect(generate(new Date(at))).toBe(library.generateOrResetCore(at, 0).toString());
  }
});

test("without, thousands of ids are well-formed, all different, and increase within one millisecond", () => {
  const at = new Date("2026-03-01T12:00:00Z");
  const generate = createIdGenerator();
  const ids = Array.from({ length: 5_000 }, () => generate(at));
  expect(ids.filter((id) => !FORM.test(id))).toEqual([]);
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(4_990);
  expect(ids.toSorted()).toEqual(ids);
});
