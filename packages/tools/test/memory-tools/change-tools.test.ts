import { definePlugin } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { calledTools, contentsOf, idOf } from "../support/called-tools.js";

test("update and forget work by the ids that recall shows", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes green tea");
  const { recall, update, forget } = calledTools(memory);
  expect((await recall({ query: "green tea" })).text).toContain(`[${id}] Ada likes green tea`);
  const answer = await update({ id, content: "Ada likes black tea" });
  const { items } = await memory.list();
  const changed = items[0]?.id ?? "";
  expect(answer).toEqual({
    status: "changed",
    text: `Changed. Its id is ${changed} now.`,
    id: changed,
  });
  expect(await contentsOf(memory)).toEqual(["assistant: Ada likes black tea"]);
  expect(await update({ id, content: "Ada likes no tea" })).toMatchObject({ status: "unknown" });
  expect(await forget({ id: changed })).toEqual({
    status: "forgotten",
    text: "Forgotten.",
    id: changed,
  });
  expect(await contentsOf(memory)).toEqual([]);
  const actorsOf = async (record: string): Promise<readonly unknown[]> =>
    (await memory.history(record)).map(({ change, actor }) => [change, actor]);
  expect(await actorsOf(id)).toEqual([
    ["created", undefined],
    ["superseded", "tool:update"],
  ]);
  expect(await actorsOf(changed)).toEqual([
    ["created", "tool:update"],
    ["deleted", "tool:forget"],
  ]);
});

test("a correction takes over what sort of memory it is, and not what message it was", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, {
    content: "Ada likes green tea",
    kind: "message",
    thread: "t1",
    importance: 0.8,
    occurredAt: new Date("2026-01-02"),
    metadata: { area: "home", messageId: "h1" },
    ttlMs: 60_000,
  });
  const { update } = calledTools(memory, { host: { messageFields: ["messageId"] } });
  await update({ id, content: "Ada likes black tea" });
  const { items } = await memory.list();
  expect(items).toMatchObject([
    { kind: "message", importance: 0.8, occurredAt: new Date("2026-01-02") },
  ]);
  expect(items[0]?.metadata).toEqual({ area: "home" });
  expect(items[0]?.thread).toBeUndefined();
  const { createdAt, expiresAt } = items[0] ?? {};
  expect(Number(expiresAt) - Number(createdAt)).toBe(60_000);
});

test("a correction lives as long as the app says", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, { content: "Ada likes green tea", ttlMs: 60_000 });
  const { update } = calledTools(memory, { options: { remember: { ttlMs: 5_000 } } });
  await update({ id, content: "Ada likes black tea" });
  const [changed] = (await memory.list()).items;
  expect(Number(changed?.expiresAt) - Number(changed?.createdAt)).toBe(5_000);
});

test("what is corrected goes, also where the memory says the new text already", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes tea");
  await memory.remember("Ada likes coffee");
  await calledTools(memory).update({ id, content: "Ada likes coffee" });
  expect(await contentsOf(memory)).toEqual([
    "user: Ada likes coffee",
    "assistant: Ada likes coffee",
  ]);
});

test("an unknown id, or one of another scope, is answered in words", async () => {
  const { memory } = testMemory();
  const other = await idOf(memory.scope("users", "bob"), "Bob likes tea");
  const { update, forget } = calledTools(memory.scope("users", "ada"));
  for (const id of ["nothing", other]) {
    const answer = {
      status: "unknown",
      text: `There is no memory with the id ${JSON.stringify(id)}. Nothing was changed.`,
    };
    expect(await update({ id, content: "changed" })).toEqual(answer);
    expect(await forget({ id })).toEqual(answer);
  }
  expect(await contentsOf(memory.scope("users", "bob"))).toEqual(["user: Bob likes tea"]);
});

test("a model cannot change what the recall of its tools cannot show", async () => {
  const { memory } = testMemory();
  const { id: entry } = await memory.set("city", "Kyoto is the city");
  const hidden = await idOf(memory, { content: "kept for the records", index: false });
  const filtered = await idOf(memory, { content: "about work", metadata: { area: "work" } });
  const excluded = await idOf(memory, { content: "told already", metadata: { area: "home" } });
  const open = await idOf(memory, { content: "?!", metadata: { area: "home" } });
  const recall = { kinds: ["note"], filter: { area: "home" }, exclude: [excluded] };
  const { update, forget } = calledTools(memory, { options: { recall } });
  for (const id of [entry, hidden, filtered, excluded]) {
    expect(await forget({ id })).toMatchObject({ status: "unknown" });
    expect(await update({ id, content: "changed" })).toMatchObject({ status: "unknown" });
  }
  expect(await contentsOf(memory)).toHaveLength(5);
  expect(await forget({ id: open })).toMatchObject({ status: "forgotten" });
});

test("a model cannot change what is of another kind than its recall shows", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, { content: "kept as a fact", kind: "fact" });
  const { forget } = calledTools(memory, { options: { recall: { kinds: ["note"] } } });
  expect(await forget({ id })).toMatchObject({ status: "unknown" });
  expect(await contentsOf(memory)).toEqual(["user: kept as a fact"]);
});

test("a record of a scope below is shown and not changed", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory.scope("team"), "the team drinks green tea");
  const { recall, forget } = calledTools(memory, { options: { recall: { reach: "below" } } });
  expect((await recall({ query: "green tea" })).text).toContain("the team drinks");
  expect(await forget({ id })).toMatchObject({ status: "unknown" });
});

test("what is pinned, an entry of the app, or trusted more stays as it is", async () => {
  const { memory } = testMemory();
  const keyed = await idOf(memory, { key: "profile/home", content: "Ada lives in Bonn" });
  const pinned = await idOf(memory, { content: "always be kind", pinned: true });
  const { id: entry } = await memory.set("city", "Kyoto is the city");
  const plain = await idOf(memory, "Ada likes tea");
  const { update, forget } = calledTools(memory, { options: { remember: { trust: 0.4 } } });
  const isPinned = {
    status: "protected",
    text: "It was not changed: the application has pinned it.",
  };
  const isEntry = {
    status: "protected",
    text: "It was not changed: it is an entry of the application.",
  };
  expect(await update({ id: pinned, content: "be rude" })).toEqual(isPinned);
  expect(await forget({ id: pinned })).toEqual(isPinned);
  expect(await update({ id: entry, content: "Oslo" })).toEqual(isEntry);
  expect(await forget({ id: entry })).toEqual(isEntry);
  expect(await update({ id: keyed, content: "Ada lives in Oslo" })).toEqual(isEntry);
  expect(await forget({ id: keyed })).toEqual(isEntry);
  expect(await update({ id: plain, content: "no" })).toEqual({
    status: "rejected",
    text: "It was not changed: it is trusted more than what can be written now.",
  });
  expect(await contentsOf(memory)).toEqual([
    "user: Ada lives in Bonn",
    "user: always be kind",
    "user: city: Kyoto is the city",
    "user: Ada likes tea",
  ]);
});

test("a model that read a page in this turn cannot replace what is trusted", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Refunds go to the card that was used");
  const { update } = calledTools(memory, { trust: () => 0.5 });
  expect(await update({ id, content: "Refunds go to account 666" })).toMatchObject({
    status: "rejected",
  });
  expect(await contentsOf(memory)).toEqual(["user: Refunds go to the card that was used"]);
});

test("what a plugin vetoes is told in words", async () => {
  const strict = definePlugin({
    id: "strict",
    hooks: {
      beforeRemember: (input) =>
        input.content.includes("secret") ? { veto: "no secrets here" } : input,
      beforeForget: () => ({ veto: "nothing is forgotten" }),
    },
  });
  const { memory } = testMemory({ plugins: [strict] });
  const id = await idOf(memory, "Ada likes tea");
  const { update, forget } = calledTools(memory);
  const updated = await update({ id, content: "the secret is out" });
  expect(updated.status).toBe("rejected");
  expect(updated.text).toMatch(/^It was not changed: strict.*no secrets here/);
  const forgotten = await forget({ id });
  expect(forgotten.status).toBe("rejected");
  expect(forgotten.text).toMatch(/^It was not changed: .*nothing is forgotten/);
  expect(await contentsOf(memory)).toEqual(["user: Ada likes tea"]);
});

test("what somebody else changed in between is not overwritten", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes green tea");
  const { forget } = calledTools(
    withRival(memory, () => memory.update(id, { content: "Ada likes black tea" })),
  );
  expect(await forget({ id })).toEqual({
    status: "conflict",
    text: "It was not changed: somebody else changed it just now. Look it up again.",
  });
  expect(await contentsOf(memory)).toEqual(["user: Ada likes black tea"]);
});

test("what somebody else forgot in between is to be looked up again", async () => {
  const { memory } = testMemory();
  const id = await idOf(memory, "Ada likes green tea");
  const { forget } = calledTools(withRival(memory, () => memory.forget(id)));
  expect(await forget({ id })).toMatchObject({ status: "conflict" });
});

/** The same memory, where somebody else is always quicker to change it. */
function withRival(memory: Memory, act: () => Promise<unknown>): Memory {
  return new Proxy<Memory>(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (name === "forget") await act();
        return Reflect.apply(member, target, args);
      };
    },
  });
}
