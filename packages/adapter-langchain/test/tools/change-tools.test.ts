import { createMemory, definePlugin, inMemoryStore } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import { agentMemory, ENGINES, heldBy } from "../support/agents.js";
import { ask, rememberedId, toolsByName } from "../support/tools.js";

test("update and forget work by the ids that recall shows", async () => {
  const memory = agentMemory();
  const id = await rememberedId(memory, "Ada likes green tea");
  const { recall, update, forget } = toolsByName(memory);
  expect(await ask(recall, { query: "green tea" })).toContain(`[${id}] Ada likes green tea`);
  const answer = await ask(update, { id, content: "Ada likes black tea" });
  const { items } = await memory.list();
  const changed = items[0]?.id ?? "";
  expect(answer).toBe(`Changed. Its id is ${changed} now.`);
  expect(await heldBy(memory)).toEqual(["assistant: Ada likes black tea"]);
  expect(await ask(update, { id, content: "Ada likes no tea" })).toContain("There is no memory");
  expect(await ask(forget, { id: changed })).toBe("Forgotten.");
  expect(await heldBy(memory)).toEqual([]);
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

test("a correction takes over what sort of memory it is, and none of its thread", async () => {
  const memory = agentMemory();
  const receipt = await memory.remember({
    content: "Ada likes green tea",
    kind: "message",
    thread: "t1",
    importance: 0.8,
    metadata: { area: "home", langchainMessageId: "h1" },
    ttlMs: 60_000,
  });
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { update } = toolsByName(memory);
  await ask(update, { id: receipt.record.id, content: "Ada likes black tea" });
  const { items } = await memory.list();
  expect(items).toMatchObject([{ kind: "message", importance: 0.8, metadata: { area: "home" } }]);
  expect(items[0]?.metadata).toEqual({ area: "home" });
  expect(items[0]?.thread).toBeUndefined();
  const { createdAt, expiresAt } = items[0] ?? {};
  expect(Number(expiresAt) - Number(createdAt)).toBe(60_000);
});

test("what is corrected goes, also where the memory says the new text already", async () => {
  const memory = agentMemory();
  const id = await rememberedId(memory, "Ada likes tea");
  await memory.remember("Ada likes coffee");
  const { update } = toolsByName(memory);
  await ask(update, { id, content: "Ada likes coffee" });
  expect(await heldBy(memory)).toEqual(["user: Ada likes coffee", "assistant: Ada likes coffee"]);
});

test("where a model can change nothing, it is shown no ids", async () => {
  const memory = agentMemory();
  const id = await rememberedId(memory, "Ada likes green tea");
  const [, recall] = memoryTools(memory);
  if (!recall) throw new Error("expected two tools");
  expect(await ask(recall, { query: "green tea" })).not.toContain(id);
});

test.each(["update", "forget"] as const)("%s answers an unknown id in words", async (name) => {
  const memory = agentMemory();
  const other = await memory.scope("users", "bob").remember("Bob likes tea");
  if (other.status === "rejected") throw new Error("expected it to be stored");
  const tool = toolsByName(memory.scope("users", "ada"))[name];
  for (const id of ["nothing", other.record.id]) {
    const args = name === "update" ? { id, content: "changed" } : { id };
    expect(await ask(tool, args)).toContain("There is no memory with the id");
  }
  expect(await heldBy(memory.scope("users", "bob"))).toEqual(["user: Bob likes tea"]);
});

test.each(ENGINES)(
  "a model cannot change %s what the recall of its tools cannot show",
  async (_, create) => {
    const memory = create();
    const { id: entry } = await memory.set("city", "Kyoto is the city");
    const hidden = await memory.remember({ content: "kept for the records", index: false });
    const filtered = await memory.remember({ content: "about work", metadata: { area: "work" } });
    const excluded = await memory.remember({ content: "told already", metadata: { area: "home" } });
    const open = await memory.remember({ content: "?!", metadata: { area: "home" } });
    const ids = [hidden, filtered, excluded, open].map((receipt) =>
      receipt.status === "rejected" ? "" : receipt.record.id,
    );
    const { update, forget } = toolsByName(memory, {
      recall: { kinds: ["note"], filter: { area: "home" }, exclude: [ids[2] ?? ""] },
    });
    for (const id of [entry, ...ids.slice(0, 3)]) {
      expect(await ask(forget, { id })).toContain("There is no memory");
      expect(await ask(update, { id, content: "changed" })).toContain("There is no memory");
    }
    expect(await heldBy(memory)).toHaveLength(5);
    expect(await ask(forget, { id: ids[3] ?? "" })).toBe("Forgotten.");
    await memory.close();
  },
);

test("a record of a scope below is shown and not changed", async () => {
  const memory = agentMemory();
  const receipt = await memory.scope("team").remember("the team drinks green tea");
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { id } = receipt.record;
  const { recall, forget } = toolsByName(memory, { recall: { reach: "below" } });
  expect(await ask(recall, { query: "green tea" })).toContain("the team drinks");
  expect(await ask(forget, { id })).toContain("There is no memory");
});

test("what is pinned, an entry of the app, or trusted more stays as it is", async () => {
  const memory = agentMemory();
  const pinned = await memory.remember({ content: "always be kind", pinned: true });
  const { id: entry } = await memory.set("city", "Kyoto is the city");
  const plain = await memory.remember("Ada likes tea");
  if (pinned.status === "rejected" || plain.status === "rejected") throw new Error("not stored");
  const { update, forget } = toolsByName(memory, { remember: { trust: 0.4 } });
  const pinnedId = pinned.record.id;
  expect(await ask(update, { id: pinnedId, content: "be rude" })).toContain("pinned");
  expect(await ask(forget, { id: pinnedId })).toContain("pinned");
  expect(await ask(update, { id: entry, content: "Oslo" })).toContain("entry of the application");
  expect(await ask(update, { id: plain.record.id, content: "no" })).toContain("trusted more");
  expect(await heldBy(memory)).toEqual([
    "user: always be kind",
    "user: city: Kyoto is the city",
    "user: Ada likes tea",
  ]);
  expect(await ask(forget, { id: entry })).toContain("entry of the application");
});

test("a correction that a plugin vetoes is told in words", async () => {
  const noSecrets = definePlugin({
    id: "no-secrets",
    hooks: {
      beforeRemember: (input) =>
        input.content.includes("secret") ? { veto: "no secrets here" } : input,
    },
  });
  const memory = createMemory({ store: inMemoryStore(), plugins: [noSecrets] });
  const id = await rememberedId(memory, "Ada likes tea");
  const { update } = toolsByName(memory);
  const answer = await ask(update, { id, content: "the secret is out" });
  expect(answer).toMatch(/It was not changed: no-secrets[^]*no secrets here/);
  expect(await heldBy(memory)).toEqual(["user: Ada likes tea"]);
});

test("a deletion that a plugin vetoes is told in words", async () => {
  const keep = definePlugin({
    id: "keep",
    hooks: { beforeForget: () => ({ veto: "nothing is forgotten" }) },
  });
  const memory = createMemory({ store: inMemoryStore(), plugins: [keep] });
  const receipt = await memory.remember("Ada likes tea");
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  const { forget } = toolsByName(memory);
  const answer = await ask(forget, { id: receipt.record.id });
  expect(answer).toContain("It was not changed");
  expect(answer).toContain("nothing is forgotten");
});

test("what somebody else changed in between is not overwritten", async () => {
  const memory = agentMemory();
  const id = await rememberedId(memory, "Ada likes green tea");
  const racing: Memory = new Proxy<Memory>(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (name === "forget") await memory.update(id, { content: "Ada likes black tea" });
        return Reflect.apply(member, target, args);
      };
    },
  });
  const { forget } = toolsByName(racing);
  expect(await ask(forget, { id })).toContain("somebody else changed it");
  expect(await heldBy(memory)).toEqual(["user: Ada likes black tea"]);
});
