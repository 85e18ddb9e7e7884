import { describe, expect, it } from "vitest";

import { errorOf } from "../support/error-of.js";
import { cosineWorld, keysOf } from "../support/langgraph-stores.js";

const NAMES = [
  "color",
  "two words",
  "a.b",
  "1st",
  "$and",
  "@kind",
  "x".repeat(65),
  "naïve",
  "__x__",
];

const VALUES: Readonly<Record<string, unknown>> = {
  red: "red",
  blue: "blue",
  one: 1,
  two: 2,
  text1: "1",
  yes: true,
  no: false,
  null: null,
  list: ["red"],
  object: { a: 1 },
};

/**
 * Items by what their member is; `none` has no such member. All have two texts, so that the spaces
 * of both are searched.
 */
async function worldOf(name: string): Promise<ReturnType<typeof cosineWorld>["store"]> {
  const { store } = cosineWorld(["texts[*]"]);
  const texts = ["banana", "an apple"];
  for (const [key, value] of Object.entries(VALUES)) {
    await store.put(["docs"], key, { [name]: value, texts });
  }
  await store.put(["docs"], "none", { texts });
  return store;
}

describe.each(NAMES)("filters on %j", (name) => {
  it("compare as === does, whether there is a query or not", async () => {
    const store = await worldOf(name);
    const all = [...Object.keys(VALUES), "none"];
    const but = (...keys: string[]): string[] => all.filter((key) => !keys.includes(key));
    const cases: readonly (readonly [unknown, readonly string[]])[] = [
      ["red", ["red"]],
      [1, ["one"]],
      ["1", ["text1"]],
      [true, ["yes"]],
      [null, ["null"]],
      [undefined, ["none"]],
      [{ $eq: 1 }, ["one"]],
      [{ $eq: null }, ["null"]],
      [{ $ne: 1 }, but("one")],
      [{ $ne: null }, but("null")],
      [{ $gt: 1 }, ["two"]],
      [{ $gte: 1, $lt: 2 }, ["one"]],
      [{ $lte: 1 }, ["one"]],
      [{ $gt: "blue" }, ["red"]],
      [{ $in: ["red", 2, null] }, ["red", "two", "null"]],
      [{ $in: ["red"] }, ["red"]],
      [{ $in: [] }, []],
      [{ $nin: ["red", 2, null] }, but("red", "two", "null")],
      [{ $nin: [] }, all],
      [{ $exists: true }, but("none")],
      [{ $exists: false }, ["none"]],
      [{ $exists: true, $ne: "red" }, but("none", "red")],
    ];
    for (const [condition, expected] of cases) {
      const filter = { [name]: condition };
      const listed = await store.search(["docs"], { filter, limit: 50 });
      expect(keysOf(listed).toSorted()).toEqual(expected.toSorted());
      const ranked = await store.search(["docs"], { filter, limit: 50, query: "apple" });
      expect(keysOf(ranked).toSorted()).toEqual(expected.toSorted());
      expect(ranked.every(({ score }) => score === 1)).toBe(true);
    }
  });

  it("say what is wrong with them", async () => {
    const { store } = cosineWorld();
    const shown = JSON.stringify(name.slice(0, 64));
    const bad = [{}, [], { a: 1 }, { $like: "x" }, { $in: "red" }, { $in: [{}] }, { $eq: {} }];
    const worse = [
      { $gt: true },
      { $gt: null },
      { $exists: 1 },
      Number.NaN,
      { $eq: undefined, $lt: {} },
    ];
    for (const condition of [...bad, ...worse]) {
      const error = await errorOf(() => store.search(["docs"], { filter: { [name]: condition } }));
      expect(error.code).toBe("invalid-input");
      expect(error.message).toContain(`filter[${shown}]`);
    }
  });
});

describe("filters", () => {
  it("demand all of several members", async () => {
    const { store } = cosineWorld();
    await store.put(["docs"], "a", { color: "red", "the size": 3 });
    await store.put(["docs"], "b", { color: "red", "the size": 5 });
    await store.put(["docs"], "c", { color: "blue", "the size": 5 });
    const filter = { color: "red", "the size": { $gte: 4 } };
    expect(keysOf(await store.search(["docs"], { filter }))).toEqual(["b"]);
    expect(keysOf(await store.search(["docs"], { filter: {} }))).toEqual(["a", "b", "c"]);
  });

  it("take a Date for the text that values keep of it", async () => {
    const { store } = cosineWorld();
    for (const day of ["01", "02", "03"]) {
      await store.put(["docs"], day, { at: new Date(`2026-01-${day}T00:00:00Z`) });
    }
    const second = new Date("2026-01-02T00:00:00Z");
    expect(keysOf(await store.search(["docs"], { filter: { at: second } }))).toEqual(["02"]);
    const after = await store.search(["docs"], { filter: { at: { $gte: second } } });
    expect(keysOf(after)).toEqual(["02", "03"]);
  });

  it("count before a page is cut", async () => {
    const { store } = cosineWorld();
    for (let index = 0; index < 30; index += 1) {
      const value = { even: index % 2 === 0, text: index % 3 === 0 ? "apple" : "pear" };
      await store.put(["docs"], `k${index}`, value, index % 5 === 0 ? false : undefined);
    }
    const filter = { even: true };
    const pages = [0, 4, 8, 12].map((offset) => ({ offset, limit: 4, filter }));
    for (const query of [undefined, "apple"]) {
      const keys = new Set<string>();
      for (const page of pages) {
        const found = await store.search(["docs"], query === undefined ? page : { ...page, query });
        for (const { key } of found) keys.add(key);
      }
      expect(keys.size).toBe(15);
    }
  });
});
