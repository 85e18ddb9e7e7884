import { createMemory, inMemoryStore, type MemoryRoot } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { afterAll, beforeAll, expect, test } from "vitest";

import { openStudio, type Studio } from "../../src/open-studio.js";

const clock = (): Date => new Date("2026-11-20T09:00:00Z");
const state: { memory?: MemoryRoot; studio?: Studio; reader?: Studio } = {};

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly rows?: readonly { readonly id: string; readonly text: string }[];
    readonly error?: { readonly code: string; readonly message: string };
  };
}

async function ask(verb: string, query: object, studio = state.studio): Promise<Answer> {
  const { origin, hash } = new URL(studio?.url ?? "");
  const response = await fetch(`${origin}/api/${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${hash.slice(7)}` },
    body: JSON.stringify(query),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

async function write(input: Parameters<MemoryRoot["remember"]>[0]): Promise<string> {
  const receipt = await state.memory?.remember(input);
  return receipt && receipt.status !== "rejected" ? receipt.record.id : "";
}

beforeAll(async () => {
  const memory = createMemory({ store: inMemoryStore(), clock });
  const mind = createMind({ memory, automatic: false, clock });
  Object.assign(state, {
    memory,
    studio: await openStudio({ memory, mind, clock, write: true }),
    reader: await openStudio({ memory, mind, clock }),
  });
  await memory.scope("team", "Rui").remember("Rui sails on Thursdays");
});

afterAll(async () => {
  await state.studio?.close();
  await state.reader?.close();
  await state.memory?.close();
});

test("rows are filtered, ordered, and without the notes of a mind", async () => {
  const calm = { valence: 0.7, arousal: 0.2 };
  await write({ content: "Calm evening", kind: "filtered", emotion: calm, pinned: true });
  await write({ content: "Bad oven", kind: "filtered", emotion: { valence: -0.7, arousal: 0.8 } });
  await write({ content: "Old street", kind: "filtered", validTo: new Date("2026-01-01") });
  await write({ content: "state", kind: "mind-state" });
  const texts = async (query: object): Promise<readonly string[]> =>
    ((await ask("rows", { kind: "filtered", ...query })).body.rows ?? []).map(({ text }) => text);
  expect(await texts({ order: "oldest" })).toEqual(["Calm evening", "Bad oven"]);
  expect(await texts({ isPinned: true })).toEqual(["Calm evening"]);
  expect(await texts({ feeling: "unpleasant" })).toEqual(["Bad oven"]);
  expect(await texts({ state: "replaced" })).toEqual(["Old street"]);
  expect(await texts({ state: "all" })).toHaveLength(3);
  expect(await texts({ state: "archived" })).toEqual([]);
  expect(await texts({ from: "2026-11-21T00:00:00Z" })).toEqual([]);
  expect(await texts({ to: "2026-11-21T00:00:00Z", origin: "user" })).toHaveLength(2);
  const all = await ask("rows", { state: "all" });
  expect(JSON.stringify(all.body.rows)).not.toContain("mind-state");
  expect((await ask("rows", { scope: ["team"] })).body.rows?.map(({ text }) => text)).toEqual([
    "Rui sails on Thursdays",
  ]);
});

test("a search recalls what is relevant, or says that it only shares words", async () => {
  await write({ content: "The starter is called Gustav", kind: "searched" });
  const found = await ask("search", { text: "What is the starter called?", kind: "searched" });
  expect(found.body.rows?.[0]).toMatchObject({ text: "The starter is called Gustav" });
  const none = await ask("search", { text: "zeppelin", kind: "searched" });
  expect(none.body).toMatchObject({ rows: [], isRelevant: false });
});

test("a record comes with its versions, sources, neighbours and what was made of it", async () => {
  const thread = "t";
  const before = await write({ content: "Before", thread });
  const id = await write({ content: "I bake bread", thread });
  const derived = await write({ content: "Bakes", kind: "made", sources: [id] });
  await state.memory?.update(id, { content: "I bake rye bread" });
  const { body } = await ask("record", { id });
  expect(body).toMatchObject({
    record: { id, version: 2, content: "I bake rye bread" },
    versions: [
      { version: 1, record: { content: "I bake bread" } },
      { version: 2, record: { content: "I bake rye bread" } },
    ],
    before: [{ id: before }],
    after: [],
    isCut: false,
  });
  expect((await ask("record", { id: derived })).body).toMatchObject({ sources: [{ id }] });
  expect((await ask("erasure", { id }, state.reader)).body).toMatchObject({
    records: 1,
    derived: 1,
    derivedRows: [{ id: derived, isDirect: true }],
    revisions: 3,
  });
  expect(await state.memory?.read(id)).toBeDefined();
});

test("a memory is edited at the version that was seen, and at no other one", async () => {
  const id = await write("I live in Lisbon");
  const changes = { content: "I live in Porto", importance: 0.9, validFrom: "2026-04-01T00:00Z" };
  expect(await ask("edit", { id, ifVersion: 1, changes })).toMatchObject({ body: { version: 2 } });
  expect(await state.memory?.read(id)).toMatchObject({
    content: "I live in Porto",
    importance: 0.9,
    validFrom: new Date("2026-04-01T00:00Z"),
  });
  const late = await ask("edit", { id, ifVersion: 1, changes: { pinned: true } });
  expect(late).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect((await ask("forget", { id, ifVersion: 1 })).status).toBe(409);
  expect((await ask("erase", { id, ifVersion: 1 })).status).toBe(409);
});

test("forgetting keeps the history, and erasing does not", async () => {
  const kept = await write("A secret that is forgotten");
  expect((await ask("forget", { id: kept, ifVersion: 1 })).body).toMatchObject({ forgotten: 1 });
  expect(await state.memory?.history(kept)).toHaveLength(2);
  const id = await write("A secret that is erased");
  expect((await ask("erase", { id, ifVersion: 1 })).body).toMatchObject({ records: 1 });
  expect(await state.memory?.history(id)).toEqual([]);
  expect((await ask("record", { id })).status).toBe(404);
});

test("a studio that is read only refuses every change", async () => {
  const id = await write("It stays as it is");
  for (const verb of ["edit", "forget", "erase"]) {
    const answer = await ask(verb, { id, ifVersion: 1, changes: { pinned: true } }, state.reader);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "not-allowed" } } });
  }
  expect(await state.memory?.read(id)).toMatchObject({ version: 1, pinned: false });
});

test.for([
  ["rows", { start: -1 }],
  ["rows", { limit: 1e9 }],
  ["rows", { order: "random" }],
  ["rows", { state: "gone" }],
  ["rows", { kind: "" }],
  ["rows", { kind: { $ne: "note" } }],
  ["rows", { origin: "moon" }],
  ["rows", { feeling: "__proto__" }],
  ["rows", { isPinned: "yes" }],
  ["rows", { isFresh: 1 }],
  ["rows", { from: "yesterday" }],
  ["rows", { scope: "team" }],
  ["search", { text: " " }],
  ["search", { text: "bread", limit: 0 }],
  ["record", {}],
  ["record", { id: 7 }],
  ["erasure", { id: { everything: true } }],
  ["edit", { id: "x", ifVersion: 0, changes: {} }],
  ["edit", { id: "x", ifVersion: 1, changes: { trust: 1 } }],
  ["edit", { id: "x", ifVersion: 1, changes: { validTo: "never" } }],
  ["edit", { id: "x", ifVersion: 1 }],
  ["forget", { id: { everything: true }, ifVersion: 1 }],
  ["erase", { id: { filter: {} }, ifVersion: 1 }],
  ["erase", { id: "x" }],
] as const)("%s refuses %j", async ([verb, query]) => {
  const answer = await ask(verb, query);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid-input" } } });
});
