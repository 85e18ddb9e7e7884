import { rejection, seededRandom } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, layer } from "../../../src/index.js";
import type { ListQuery, Memory, MemoryRecord } from "../../../src/index.js";
import { compareText, scopeToPath } from "../../../src/toolkit/index.js";

const START = Date.UTC(2026, 0, 1);
const SCOPES = [[], ["a"], ["a", "b"], ["z"]] as const;

/** A few memories that were written at moments that often coincide, each seen through one view. */
interface Plan {
  readonly memories: readonly (readonly Written[])[];
  readonly views: readonly { readonly memory: number; readonly scope: number }[];
  readonly query: Pick<ListQuery, "orderBy" | "order" | "reach">;
  readonly limit: number;
}

interface Written {
  readonly scope: number;
  readonly second: number;
  readonly key: string | undefined;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  memories: fc.array(
    fc.array(
      fc.record({
        scope: fc.nat(SCOPES.length - 1),
        second: fc.nat(4),
        key: fc.option(fc.constantFrom("k", "k2", "猫", "😀"), { nil: undefined }),
      }),
      { maxLength: 14 },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  views: fc.array(fc.record({ memory: fc.nat(2), scope: fc.nat(SCOPES.length - 1) }), {
    minLength: 1,
    maxLength: 4,
  }),
  query: fc.record({
    orderBy: fc.constantFrom("createdAt", "updatedAt", "key"),
    order: fc.constantFrom("asc", "desc"),
    reach: fc.constantFrom("here", "below"),
  }),
  limit: fc.integer({ min: 1, max: 7 }),
});

function viewOf(memory: Memory, index: number): Memory {
  const [first, ...rest] = SCOPES[index] ?? [];
  return first === undefined ? memory : memory.scope(first, ...rest);
}

async function write(memories: Plan["memories"]): Promise<readonly Memory[]> {
  // One sequence of ids, so that a record of one memory is none of another, as it is with UUIDs.
  const random = seededRandom(7);
  return Promise.all(
    memories.map(async (records) => {
      const clock = { now: new Date(START) };
      const memory = createMemory({ store: inMemoryStore(), clock: () => clock.now, random });
      for (const [index, { scope, second, key }] of records.entries()) {
        clock.now = new Date(START + second * 1_000);
        const content = `note ${index}`;
        await viewOf(memory, scope).remember({ content, key, dedupe: "off" });
      }
      return memory;
    }),
  );
}

async function build({ memories, views }: Plan): Promise<readonly Memory[]> {
  const written = await write(memories);
  return views.flatMap(({ memory, scope }) => {
    const root = written[memory % written.length];
    return root ? [viewOf(root, scope)] : [];
  });
}

async function pagesOf(memory: Memory, query: ListQuery): Promise<readonly MemoryRecord[]> {
  const items: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, cursor });
    const isFull = page.items.length === query.limit;
    expect(isFull || page.cursor === undefined).toBe(true);
    items.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return items;
}

function nameOf({ scope, id }: MemoryRecord): string {
  return `${id} ${scopeToPath(scope)}`;
}

/** The pages together: everything once, in one order. */
async function model(layers: readonly Memory[], query: Plan["query"]): Promise<readonly string[]> {
  const pages = await Promise.all(layers.map((one) => one.list({ ...query, limit: 1_000 })));
  const all = new Map(pages.flatMap(({ items }) => items).map((one) => [nameOf(one), one]));
  const { orderBy = "createdAt", order } = query;
  const sign = order === "desc" ? -1 : 1;
  const compare = (a: MemoryRecord, b: MemoryRecord): number =>
    (orderBy === "key"
      ? compareText(a.key ?? "", b.key ?? "")
      : a[orderBy].getTime() - b[orderBy].getTime()) ||
    compareText(scopeToPath(a.scope), scopeToPath(b.scope)) ||
    compareText(a.id, b.id);
  return [...all.values()].toSorted((a, b) => sign * compare(a, b)).map((one) => nameOf(one));
}

test("pages of layers are the merged order of all their records, each once", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const layers = await build(plan);
      const [first, ...rest] = layers;
      if (!first) return;
      const { query, limit } = plan;
      const listed = await pagesOf(layer(first, ...rest), { ...query, limit });
      expect(listed.map((one) => nameOf(one))).toEqual(await model(layers, query));
    }),
    { numRuns: 400 },
  );
});

test("a layer of layers lists the same as the layers themselves", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const [first, second, ...rest] = await build({
        ...plan,
        views: [...plan.views, ...plan.views],
      });
      if (!first || !second) return;
      const query = { ...plan.query, limit: plan.limit };
      const nested = await pagesOf(layer(first, layer(second, ...rest)), query);
      const flat = await pagesOf(layer(first, second, ...rest), query);
      expect(nested.map((one) => nameOf(one))).toEqual(flat.map((one) => nameOf(one)));
    }),
    { numRuns: 100 },
  );
});

test("what is written or forgotten between pages makes nothing else appear twice or go missing", async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.nat(1_000), async (plan, seed) => {
      const layers = await build(plan);
      const [first, ...rest] = layers;
      if (!first) return;
      const { query, limit } = plan;
      const before = await model(layers, query);
      const random = seededRandom(seed);
      const gone = new Set<string>();
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await layer(first, ...rest).list({ ...query, limit, cursor });
        seen.push(...page.items.map((one) => nameOf(one)));
        ({ cursor } = page);
        const target = layers[Math.floor(random() * layers.length)] ?? first;
        if (random() < 0.5) await target.remember({ content: "new", dedupe: "off" });
        else {
          const { items } = await target.list({ limit: 1, order: "desc" });
          const [victim] = items;
          if (victim && (await target.forget(victim.id)) === 1) gone.add(nameOf(victim));
        }
      } while (cursor !== undefined);
      expect(new Set(seen).size).toBe(seen.length);
      const lasting = before.filter((name) => !gone.has(name));
      expect(seen.filter((name) => lasting.includes(name))).toEqual(lasting);
    }),
    { numRuns: 300 },
  );
});

test("the scopes of all layers come once and in order, however small the pages", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const layers = await build(plan);
      const [first, ...rest] = layers;
      if (!first) return;
      const own = await Promise.all(layers.map((one) => one.scopes({ limit: 1_000 })));
      const expected = new Set(own.flatMap(({ items }) => items.map((one) => scopeToPath(one))));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await layer(first, ...rest).scopes({ limit: 1, cursor });
        seen.push(...page.items.map((one) => scopeToPath(one)));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(seen).toEqual([...expected].toSorted(compareText));
    }),
    { numRuns: 100 },
  );
});

test("a cursor of another order, another number of layers or none at all is refused", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  await memory.rememberAll(["one", "two"]);
  const [one, two] = [memory, memory.scope("a")];
  const { cursor } = await layer(one, two).list({ limit: 1 });
  expect(cursor).toBeDefined();
  const wrong = [
    () => layer(one, two).list({ limit: 1, cursor, order: "desc" }),
    () => layer(one, two).scopes({ limit: 1, cursor }),
    () => layer(one, two, one).list({ limit: 1, cursor }),
    () => layer(one, two).list({ limit: 1, cursor: "nonsense" }),
    () => layer(one, two).list({ cursor: 5 as unknown as string }),
    () => layer(one, two).list({ limit: 0 }),
    () => layer(one, two).list({ limit: 1_001 }),
  ];
  for (const call of wrong) expect((await rejection(call)).code).toBe("invalid-input");
});
