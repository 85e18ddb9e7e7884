import { createMemory, inMemoryStore } from "@kioku/core";
import { createMind } from "@kioku/mind";
import { testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { connect, textOf } from "../support/connect.js";

interface Listed {
  readonly confirm: string;
  readonly memories: readonly { readonly id: string }[];
}

async function start() {
  const { memory, clock } = testMemory();
  return { memory, clock, ...(await connect({ memory, clock: () => clock.now })) };
}

type Started = Awaited<ReturnType<typeof start>>;

async function list({ call }: Pick<Started, "call">, query: string): Promise<Listed> {
  return (await call("forget", { query })).structuredContent as Listed;
}

test("an update replaces a memory, and the old text stays in history", async () => {
  const { memory, call } = await start();
  const { structuredContent } = await call("remember", { content: "Ana lives in Rome" });
  const { id } = structuredContent as { readonly id: string };
  const changed = await call("update", { id, content: "Ana lives in Oslo" });
  expect(changed).toMatchObject({ structuredContent: { status: "changed" } });
  const text = textOf(await call("recall", { query: "Where does Ana live?" }));
  expect(text).toContain("Oslo");
  expect(text).not.toContain("Rome");
  expect((await memory.read(id))?.content).toBe("Ana lives in Rome");
  const next = (changed.structuredContent as { readonly id: string }).id;
  expect((await memory.history(next)).at(0)).toMatchObject({ actor: "mcp:update" });
});

test("a memory is forgotten by its id, once", async () => {
  const { call } = await start();
  const { structuredContent } = await call("remember", { content: "Ana lives in Rome" });
  const { id } = structuredContent as { readonly id: string };
  const forgotten = { status: "forgotten", id };
  expect(await call("forget", { id })).toMatchObject({ structuredContent: forgotten });
  const again = await call("forget", { id });
  expect(again).toMatchObject({ isError: true, structuredContent: { status: "unknown" } });
});

test("pinned memories and entries are not changed", async () => {
  const { memory, call } = await start();
  await memory.remember({ content: "tea, pinned", pinned: true });
  await memory.set("drink", "tea");
  for (const { id } of (await memory.list()).items) {
    const refused = { isError: true, structuredContent: { status: "protected" } };
    expect(await call("forget", { id })).toMatchObject(refused);
    expect(await call("update", { id, content: "coffee" })).toMatchObject(refused);
  }
  const listed = await call("forget", { query: "tea" });
  expect(listed).toMatchObject({ isError: true, structuredContent: { status: "protected" } });
  expect((await memory.list()).items).toHaveLength(2);
});

test("a query lists what would go, and its code forgets exactly that", async () => {
  const { memory, call } = await start();
  await memory.rememberAll(["tea at four", "green tea"]);
  await memory.remember({ content: "tea, pinned", pinned: true });
  const listed = await call("forget", { query: "tea" });
  expect(textOf(listed)).toContain("Nothing was forgotten yet. The query matches these 2 memories");
  expect(textOf(listed)).toContain("1 more are protected and stay.");
  expect(textOf(listed)).not.toContain("tea, pinned");
  const { confirm, memories } = listed.structuredContent as Listed;
  expect(textOf(listed)).toContain(`confirm "${confirm}"`);
  expect(memories).toHaveLength(2);
  expect((await memory.list()).items).toHaveLength(3);
  const done = await call("forget", { query: "tea", confirm });
  expect(textOf(done)).toMatch(/^Forgotten: 2 of 2\. /u);
  const left = (await memory.list({ kinds: ["note"] })).items;
  expect(left.map(({ content }) => content)).toEqual(["tea, pinned"]);
  const [deletion] = (await memory.history(memories[0]?.id ?? "")).slice(-1);
  expect(deletion).toMatchObject({ change: "deleted", actor: "mcp:forget" });
});

test.each([
  ["a wrong code", async () => undefined],
  ["a new match", async ({ memory }: Started) => memory.remember("black tea")],
  [
    "a changed match",
    async ({ memory }: Started) => {
      const [record] = (await memory.list()).items;
      await memory.update(record?.id ?? "", { importance: 1 });
    },
  ],
  [
    "a match less",
    async ({ memory }: Started) => {
      const [record] = (await memory.list()).items;
      await memory.forget(record?.id ?? "");
    },
  ],
])("after %s nothing is forgotten, and there is a new list", async (change, make) => {
  const started = await start();
  const { memory, call } = started;
  await memory.rememberAll(["tea at four", "green tea"]);
  const { confirm } = await list(started, "tea");
  await make(started);
  const before = (await memory.list()).items.length;
  const code = change === "a wrong code" ? "0".repeat(12) : confirm;
  const answer = await call("forget", { query: "tea", confirm: code });
  expect(answer).toMatchObject({ isError: true, structuredContent: { status: "conflict" } });
  expect((await memory.list()).items).toHaveLength(before);
  const next = answer.structuredContent as Listed;
  expect(await call("forget", { query: "tea", confirm: next.confirm })).toMatchObject({
    structuredContent: { status: "forgotten" },
  });
});

test("a code holds for another process, and not for other memories", async () => {
  const store = inMemoryStore();
  const open = () => createMemory({ store, embedder: wordEmbedder(), ranking: { minScore: 0 } });
  const first = await connect({ memory: open().scope("users", "ana") });
  const second = await connect({ memory: open().scope("users", "ana") });
  const other = await connect({ memory: open().scope("users", "bo") });
  for (const { call } of [first, other]) await call("remember", { content: "green tea" });
  const { confirm } = await list(first, "tea");
  expect(await other.call("forget", { query: "tea", confirm })).toMatchObject({
    structuredContent: { status: "conflict" },
  });
  expect(await second.call("forget", { query: "tea", confirm })).toMatchObject({
    structuredContent: { status: "forgotten" },
  });
});

test("a query without matches forgets nothing", async () => {
  const { call } = await start();
  const answer = await call("forget", { query: "tea" });
  expect(answer).toMatchObject({ structuredContent: { status: "nothing" } });
  expect(answer.isError).toBeUndefined();
});

test.each([{}, { id: "a", query: "b" }, { id: "a", confirm: "b" }, { confirm: "b" }])(
  "forget of %o needs either an id or a query",
  async (given) => {
    const { call } = await start();
    const answer = await call("forget", given);
    expect(answer).toMatchObject({ isError: true, structuredContent: { status: "invalid" } });
  },
);

test("with a memory goes what was made of it", async () => {
  const { memory, clock } = testMemory();
  const mind = createMind({ memory, automatic: false, clock: () => clock.now });
  await mind.session("chat").hear({ content: "I moved to Berlin last year.", speaker: "Ana" });
  await mind.consolidate();
  const started = await connect({ memory, clock: () => clock.now });
  const facts = async () => (await memory.list({ kinds: ["fact"] })).items;
  const [fact] = await facts();
  const refused = await started.call("forget", { id: fact?.id ?? "" });
  expect(textOf(refused)).toContain(
    `made of other memories, which can be changed: ${fact?.sources[0]}`,
  );
  const { confirm } = await list(started, "Berlin");
  expect(await started.call("forget", { query: "Berlin", confirm })).toMatchObject({
    structuredContent: { status: "forgotten" },
  });
  expect(await facts()).toEqual([]);
});
