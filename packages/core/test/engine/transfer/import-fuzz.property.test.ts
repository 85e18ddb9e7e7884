import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, MemoryError } from "../../../src/index.js";
import type { ExportLine } from "../../../src/index.js";
import { exportText, linesOf } from "./transfer-text.js";

type Container = Record<string | number, unknown>;

/** Every place in a JSON value, as the object or list that holds it and the name in there. */
function placesOf(value: unknown): readonly (readonly [Container, string])[] {
  if (typeof value !== "object" || value === null) return [];
  const container = value as Container;
  return Object.keys(container).flatMap((name) => [
    [container, name] as const,
    ...placesOf(container[name]),
  ]);
}

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(undefined, null, "", " ", -1, 0.5, 1e300, [], {}, [[]], "__proto__"),
  fc.constantFrom<unknown>(Number.NaN, Infinity, 10n, Symbol("s"), () => 1, new Date(), new Map()),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.integer({ min: 1, max: 5_000 }).map((levels) => ({ levels })),
);

/** Made when it is needed: fast-check cannot print what is nested so deeply. */
function isLevels(what: unknown): what is { readonly levels: number } {
  return typeof what === "object" && what !== null && "levels" in what;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test("whatever stands anywhere in a file, the import does as it says or rejects with a MemoryError", async () => {
  const { memory: source } = testMemory();
  await source.set("key", { deep: [1, { two: null }] }, { actor: "ann" });
  await source.remember({ content: "A memory", emotion: { valence: 0, arousal: 1 } });
  await source.scope("below").remember({ content: "Another", idempotencyKey: "i" });
  const text = await exportText(source, { vectors: true });
  const codes = new Map<string, number>();
  const change = fc.record({ where: fc.nat(10_000), what: odd, isAdded: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
      const lines: unknown[] = linesOf(text);
      const places = placesOf(lines);
      for (const { where, what, isAdded } of changes) {
        const [container, name] = places[where % places.length] ?? [{}, ""];
        container[isAdded && !Array.isArray(container) ? `${name}2` : name] = isLevels(what)
          ? nested(what.levels)
          : what;
      }
      const memory = createMemory({ store: inMemoryStore() });
      const outcome = await memory.import(lines as ExportLine[]).then(
        () => "imported",
        (error: unknown) => (MemoryError.is(error) ? error.code : `untyped: ${String(error)}`),
      );
      codes.set(outcome, (codes.get(outcome) ?? 0) + 1);
      expect(["imported", "invalid-input", "conflict"]).toContain(outcome);
    }),
    { numRuns: 1_500 },
  );
  expect(codes.get("invalid-input")).toBeGreaterThan(1_000);
});
