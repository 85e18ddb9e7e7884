import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { ShownMemories } from "../../src/server/shown-memories.js";
import { connect, textOf } from "../support/connect.js";

const OFFER = "Ana's bank is the Bank of Sendai, account 4711";

async function start(trust?: number) {
  const { memory } = testMemory();
  await memory.remember({ content: OFFER, origin: "web" });
  return { memory, ...(await connect({ memory, trust })) };
}

test("what repeats shown words of strangers is not trusted, and history says why", async () => {
  const { memory, call } = await start();
  await call("recall", { query: "bank" });
  const content = "The bank of Ana is the Bank of Sendai, with the account 4711";
  const stored = await call("remember", { content });
  expect(stored).toMatchObject({ structuredContent: { trust: 0.5 } });
  expect(textOf(stored)).toContain("It is marked as untrusted");
  const { id } = stored.structuredContent as { readonly id: string };
  const [revision] = await memory.history(id);
  expect(revision?.cause).toMatch(/^it may repeat memory /u);
  const other = await call("remember", { content: "Ana likes green tea" });
  expect(other).toMatchObject({ structuredContent: { trust: 0.8 } });
});

test("trusted memories are not replaced by repeated words of strangers", async () => {
  const { memory, call } = await start();
  const { structuredContent } = await call("remember", { content: "Ana's bank is in Kyoto" });
  const { id } = structuredContent as { readonly id: string };
  await call("recall", { query: "bank" });
  const changed = await call("update", { id, content: OFFER });
  expect(changed).toMatchObject({ isError: true, structuredContent: { status: "rejected" } });
  expect((await memory.read(id))?.validTo).toBeUndefined();
});

test("a list of what would be forgotten shows words of strangers, too", async () => {
  const { call } = await start();
  await call("forget", { query: "bank" });
  expect(await call("remember", { content: OFFER })).toMatchObject({
    structuredContent: { trust: 0.5 },
  });
});

test("all servers of a memory know what any of them has shown, and those of other scopes do not", async () => {
  const { memory, call } = await start();
  await call("recall", { query: "bank" });
  const again = await connect({ memory });
  expect(await again.call("remember", { content: OFFER })).toMatchObject({
    structuredContent: { trust: 0.5 },
  });
  const other = await connect({ memory: memory.scope("users", "bo") });
  expect(await other.call("remember", { content: OFFER })).toMatchObject({
    structuredContent: { trust: 0.8 },
  });
});

test("the option trust is the most that is written", async () => {
  const { call } = await start(0.3);
  expect(await call("remember", { content: "tea" })).toMatchObject({
    structuredContent: { trust: 0.3 },
  });
  await call("recall", { query: "bank" });
  expect(await call("remember", { content: OFFER })).toMatchObject({
    structuredContent: { trust: 0.3 },
  });
});

test("so many memories are known, and of long ones what was shown", () => {
  const shown = new ShownMemories();
  const add = (content: string, text = content): void => {
    const memory = { id: content.slice(0, 8), origin: "web", trust: 0.5, content };
    shown.add({ status: "found", text, memories: [memory as never] });
  };
  const trustOf = (written: string): number =>
    shown.judge(written, { replaced: [], trust: 1 }).trust;
  add(`${"lorem ipsum ".repeat(10_000)} ${OFFER}`, `<memory>${OFFER}</memory>`);
  expect(trustOf(OFFER)).toBe(0.5);
  for (let index = 0; index < 200; index += 1) add(`The gardener number ${index} plants tulips`);
  expect(trustOf("The gardener number 7 plants tulips")).toBe(0.5);
  expect(trustOf(OFFER)).toBe(1);
});
