import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

test("a value comes back as it was set, and undefined when there is none", async () => {
  const { memory } = testMemory();
  const value = { theme: "dark", sizes: [1, 2], nested: { none: null } };
  await memory.set("prefs", value);
  expect(await memory.get("prefs")).toEqual(value);
  expect(await memory.get("other")).toBeUndefined();
});

test.each([0, false, "", null])("the value %j is told apart from no value", async (value) => {
  const { memory } = testMemory();
  await memory.set("k", value);
  expect(await memory.get("k")).toBe(value);
});

test("setting again makes a new version, and a key belongs to its scope", async () => {
  const { memory } = testMemory();
  const a = memory.scope("a");
  await a.set("k", 1);
  expect((await a.set("k", 2)).version).toBe(2);
  await memory.scope("b").set("k", 3);
  expect(await a.get("k")).toBe(2);
});

test("a key is found in whichever Unicode form it was typed", async () => {
  const { memory } = testMemory();
  await memory.set("caf\u00e9", 1);
  expect(await memory.get("cafe\u0301")).toBe(1);
});

test("an entry is recalled by its key's words and its value", async () => {
  const { memory } = testMemory();
  await memory.set("favouriteTheme", "dark");
  await memory.set("home_address", { city: "Oslo" });
  expect((await memory.recall("favourite theme"))[0]?.value).toBe("dark");
  expect((await memory.recall({ query: "oslo", mode: "keyword" }))[0]?.key).toBe("home_address");
});

test("an entry can be found by a text of its own, or not at all", async () => {
  const { memory } = testMemory();
  await memory.set("t1", 42, { index: "the answer to everything" });
  await memory.set("t2", 43, { index: false });
  expect((await memory.recall("answer to everything"))[0]?.value).toBe(42);
  expect(await memory.recall({ query: "43", mode: "keyword" })).toEqual([]);
});

test("ifVersion writes only over the version it names", async () => {
  const { memory } = testMemory();
  await memory.set("k", 1, { ifVersion: 0 });
  expect((await rejection(() => memory.set("k", 2, { ifVersion: 0 }))).code).toBe("conflict");
  await memory.set("k", 2, { ifVersion: 1 });
  const error = await rejection(() => memory.set("k", 3, { ifVersion: 1 }));
  expect(error.message).toContain("2 is stored");
  expect(await memory.get("k")).toBe(2);
});

test("fifty writers at once of one key make fifty versions of one record", async () => {
  const { memory } = testMemory();
  await Promise.all(Array.from({ length: 50 }, (_, index) => memory.set("counter", index)));
  const { items } = await memory.list();
  expect(items).toHaveLength(1);
  expect(items[0]?.version).toBe(50);
});

test("an entry that has expired is gone, and its key can be set anew", async () => {
  const { memory, clock } = testMemory();
  await memory.set("k", 1, { ttlMs: 10 });
  clock.now = new Date(clock.now.getTime() + 10);
  expect(await memory.get("k")).toBeUndefined();
  expect((await memory.set("k", 2)).version).toBe(1);
  expect(await memory.get("k")).toBe(2);
});

test("values that are no JSON are refused", async () => {
  const { memory } = testMemory();
  for (const value of [undefined, Number.NaN, () => 1, new Map(), 1n]) {
    expect((await rejection(() => memory.set("k", value as never))).code).toBe("invalid-input");
  }
});

test("a plugin's veto of an entry is an error, since there is no receipt to say so", async () => {
  const { memory } = testMemory({
    plugins: [{ id: "no", hooks: { beforeRemember: () => ({ veto: "never" }) } }],
  });
  const error = await rejection(() => memory.set("k", 1));
  expect(error.code).toBe("rejected-by-plugin");
  expect(error.message).toContain("never");
});

test("an entry's kind is entry unless named, and is kept by later writes that do not name it", async () => {
  const { memory } = testMemory();
  expect((await memory.set("a", 1, { kind: undefined })).kind).toBe("entry");
  await memory.set("b", 1, { kind: "preference" });
  expect((await memory.set("b", 2)).kind).toBe("preference");
});

test("a value that looks like a promise is refused, and not waited for", async () => {
  const { memory } = testMemory();
  const members = ["then"].map((name) => [name, () => undefined]);
  const value = Object.fromEntries(members) as never;
  const error = await rejection(() => memory.set("theme", value));
  expect(error).toMatchObject({ code: "invalid-input" });
});
