import type { Operation, SearchItem } from "@langchain/langgraph-checkpoint";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cosineWorld } from "../support/langgraph-stores.js";
import type { StoreWorld } from "../support/langgraph-stores.js";
import { nameOf, placesBelow, StoreModel } from "../support/store-model.js";
import type { ModelItem, ModelStep, ModelValue } from "../support/store-model.js";

const NAMESPACES = [["a"], ["a", "b"], ["a", "bc"], ["ab"], ["a:b", "c"], ["a", "b:c"]];
const place = {
  namespace: fc.constantFrom(...NAMESPACES).map((namespace) => [...namespace]),
  key: fc.constantFrom("k", "l", "__proto__", "m n"),
};
const value: fc.Arbitrary<ModelValue> = fc.record(
  {
    texts: fc.array(fc.constantFrom("apple", "pear", "red apple", " "), { maxLength: 3 }),
    color: fc.constantFrom("red", "1", 1, null),
    "a b": fc.boolean(),
  },
  { requiredKeys: ["texts"] },
);
const put = fc.record({
  type: fc.constant("put" as const),
  ...place,
  value,
  index: fc.constantFrom(undefined, undefined, false as const, ["color"]),
  ttl: fc.constantFrom(undefined, undefined, 2, 5),
});
const removal = fc.record({ type: fc.constant("delete" as const), ...place });
const wait = fc.record({ type: fc.constant("wait" as const), minutes: fc.constantFrom(1, 3) });
const step: fc.Arbitrary<ModelStep> = fc.oneof(
  { weight: 5, arbitrary: put },
  { weight: 2, arbitrary: removal },
  { weight: 1, arbitrary: wait },
);
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 });

/** A search, and which items it should find. */
interface Question {
  readonly prefix: string[];
  readonly filter?: Record<string, unknown>;
  readonly test: (item: ModelItem) => boolean;
}

const QUESTIONS: readonly Question[] = [
  { prefix: [], test: () => true },
  { prefix: ["a"], filter: { color: 1 }, test: (item) => item.value.color === 1 },
  {
    prefix: ["a", "b"],
    filter: { color: { $ne: "red" } },
    test: (item) => item.value.color !== "red",
  },
  {
    prefix: [],
    filter: { "a b": { $in: [true] }, color: null },
    test: (item) => item.value["a b"] === true && item.value.color === null,
  },
];

async function ask(
  { store }: StoreWorld,
  { prefix, filter, test }: Question,
  live: ReadonlyMap<string, ModelItem>,
): Promise<void> {
  const below = placesBelow(live, prefix);
  const wanted = new Map([...below].filter(([, item]) => test(item)));
  for (const query of [undefined, "apple"]) {
    const search = {
      limit: 100,
      ...(query === undefined ? {} : { query }),
      ...(filter ? { filter } : {}),
    };
    const found = await store.search(prefix, search);
    expect(found).toHaveLength(wanted.size);
    for (const item of found) {
      const model = wanted.get(nameOf(item));
      expect(item.value).toEqual(model?.value);
      expect(item.createdAt.getTime()).toBe(model?.createdAt);
      expect(item.score).toBe(query === undefined ? undefined : model?.score);
    }
    expect(isOrdered(found)).toBe(true);
    const page = await store.search(prefix, { ...search, offset: 1, limit: 2 });
    expect(page).toEqual(found.slice(1, 3));
  }
}

/** Scores fall, and what has none follows, from the oldest on. */
function isOrdered(items: readonly SearchItem[]): boolean {
  return items.every((item, index) => {
    const next = items[index + 1];
    if (!next) return true;
    if (item.score !== undefined) return next.score === undefined || next.score <= item.score;
    return next.score === undefined && item.createdAt <= next.createdAt;
  });
}

function toOperation(one: ModelStep): readonly Operation[] {
  if (one.type === "wait") return [];
  const { namespace, key } = one;
  if (one.type === "delete") return [{ namespace, key, value: null }];
  const { index, ttl } = one;
  const about = {
    ...(index === undefined ? {} : { index }),
    ...(ttl === undefined ? {} : { ttl }),
  };
  return [{ namespace, key, value: one.value, ...about }];
}

describe.each([
  { engine: "memory" as const, numRuns: 50 },
  { engine: "sqlite" as const, numRuns: 20 },
])("random operations ($engine)", ({ engine, numRuns }) => {
  it("lead to what a simple model says", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const world = cosineWorld(["texts[*]"], { engine });
        const { store, memory, clock } = world;
        const model = new StoreModel();
        for (const batch of all) {
          model.apply(batch, clock.now.getTime());
          await store.batch(batch.flatMap(toOperation));
          for (const one of batch) {
            const minutes = one.type === "wait" ? one.minutes : 0;
            clock.now = new Date(clock.now.getTime() + minutes * 60_000);
          }
          const live = model.live(clock.now.getTime());
          for (const question of QUESTIONS) await ask(world, question, live);
          const namespaces = await store.listNamespaces();
          expect(new Set(namespaces.map((one) => JSON.stringify(one)))).toEqual(model.namespaces());
          const { items } = await memory.list({ reach: "below", limit: 1_000 });
          expect(items).toHaveLength(live.size);
        }
        await memory.close();
      }),
      { numRuns },
    );
  });
});
