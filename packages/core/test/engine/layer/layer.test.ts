import { rejection, seededRandom, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, expectTypeOf, test } from "vitest";

import { createMemory, defineKey, inMemoryStore, layer } from "../../../src/index.js";
import type { Embedder, Memory } from "../../../src/index.js";
import type { CompleteStore } from "../../../src/toolkit/index.js";

function contents(memories: readonly { readonly content: string }[]): readonly string[] {
  return memories.map(({ content }) => content);
}

/**
 * Memories with stores and embedders of their own: by letters, by other letters, and by keyword
 * only.
 */
function threeMemories(): readonly [Memory, Memory, Memory] {
  const options = [wordEmbedder("test/a@32"), reversed(wordEmbedder("test/b@32")), undefined];
  const [session, user, team] = options.map(
    (embedder, index) => testMemory({ embedder, random: seededRandom(index) }).memory,
  );
  if (!session || !user || !team) throw new Error("three memories were asked for");
  return [session, user, team];
}

/** The same distances in another space. */
function reversed(embedder: Embedder): Embedder {
  return {
    ...embedder,
    embed: async (texts, options) => {
      const { vectors } = await embedder.embed(texts, options);
      return { vectors: vectors.map((vector) => vector.toReversed()) };
    },
  };
}

test("recall asks views of different memories and merges what they answer, best first", async () => {
  const [session, user, team] = threeMemories();
  await session.remember("The blue kettle is in the kitchen");
  await user.remember("Ann drinks green tea in the morning");
  await team.remember("Green tea is ordered on Mondays");
  const answers = await Promise.all(
    [session, user, team].map((memory) => memory.recall("When is green tea ordered?")),
  );
  const merged = await layer(session, user, team).recall("When is green tea ordered?");
  expect(merged).toEqual(answers.flat().toSorted((a, b) => b.score - a.score));
  expect(contents(merged)[0]).toBe("Green tea is ordered on Mondays");
  expect(merged.map(({ score }) => score)).toEqual(
    merged.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});

test("views of one memory in one store are layers, too", async () => {
  const { memory } = testMemory();
  const [session, user] = [memory.scope("ann", "s1"), memory.scope("ann")];
  await session.remember("green tea in this session");
  await user.remember("green tea always");
  await memory.scope("bob").remember("green tea for Bob");
  const found = await layer(session, user).recall("green tea");
  expect(contents(found).toSorted()).toEqual(["green tea always", "green tea in this session"]);
});

test("what several layers say is there once, from the earliest layer", async () => {
  const [session, user, team] = threeMemories();
  await user.remember("Ann likes green tea");
  await team.remember(" Ann  likes green tea");
  await session.remember("Ann likes black tea");
  const [first, second] = await Promise.all([user.list(), session.list()]);
  const found = await layer(session, user, team).recall("Ann likes green tea");
  const expected = [...first.items, ...second.items].map(({ id }) => id);
  expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  const surfaced = await layer(session, user, team).surface({ limit: 10, cooldown: 0 });
  expect(surfaced.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
});

test("a copy that is not trusted does not hide the trusted memory it repeats", async () => {
  const [session, user] = threeMemories();
  await session.remember({ content: "The bank is in Park Street", origin: "web" });
  await user.remember("The bank is in Park Street");
  const [found, ...more] = await layer(session, user).recall("Where is the bank?");
  expect([found?.origin, more]).toEqual(["user", []]);
});

test("limit, minScore, exclude and explain hold for the merged answer", async () => {
  const [session, user] = threeMemories();
  await session.rememberAll(["green tea one", "green tea two"]);
  await user.rememberAll(["green tea three", "green tea four"]);
  const both = layer(session, user);
  const all = await both.recall({ query: "green tea", explain: true });
  expect(all).toHaveLength(4);
  expect(all.every(({ signals }) => (signals?.relevance ?? 0) > 0)).toBe(true);
  expect(await both.recall({ query: "green tea", limit: 3 })).toHaveLength(3);
  const excluded = all.slice(0, 2).map(({ id }) => id);
  const rest = await both.recall({ query: "green tea", exclude: excluded });
  expect(rest.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
  const [best] = all;
  const minScore = best?.relevance ?? 1;
  const good = await both.recall({ query: "green tea", minScore });
  expect(good.every(({ relevance }) => relevance >= minScore)).toBe(true);
  expect(good.length).toBeGreaterThan(0);
});

test("more hits than the default of a recall reach a prompt made of layers", async () => {
  const [session, user] = threeMemories();
  await session.rememberAll(Array.from({ length: 9 }, (_, index) => `tea note ${index}`));
  await user.rememberAll(Array.from({ length: 9 }, (_, index) => `tea paper ${index}`));
  const both = layer(session, user);
  expect(await both.recall("tea")).toHaveLength(10);
  const context = await both.context("tea", { budget: 4_000, cite: false });
  expect(context.included).toHaveLength(18);
  expect(context.text).not.toContain("Cite");
  expect((await both.context({ query: "tea", limit: 2 })).included).toHaveLength(2);
  const wrong = await rejection(() => both.context("tea", { budget: 0 }));
  expect(wrong.message).toContain("options.budget");
});

test("the share of untrusted memories holds for the merged answer and its neighbours", async () => {
  const [session, user] = threeMemories();
  for (const [index, memory] of [session, user].entries()) {
    for (const line of ["a", "b", "c", "d", "e"]) {
      const thread = `thread ${line}`;
      const origin = "web" as const;
      await memory.remember({ content: `green tea from the web ${index} ${line}`, origin, thread });
      await memory.remember({ content: `more of it ${index} ${line}`, origin, thread });
    }
    await memory.rememberAll(["x", "y", "z", "u", "v"].map((one) => `green tea ${index} ${one}`));
  }
  const both = layer(session, user);
  const found = await both.recall({ query: "green tea from the web", neighbours: 1 });
  expect(found).toHaveLength(10);
  const around = found.flatMap(({ neighbours }) => [
    ...(neighbours?.before ?? []),
    ...(neighbours?.after ?? []),
  ]);
  const untrusted = [...found, ...around].filter(({ origin }) => origin === "web");
  expect(new Set(untrusted.map(({ id }) => id)).size).toBe(4);
});

test("the least share of all layers counts, of layers in layers as well", async () => {
  const { memory: strict } = testMemory({ untrustedShare: 0.1 });
  const { memory: free } = testMemory({ untrustedShare: 1 });
  for (const memory of [strict, free]) {
    await memory.rememberAll(
      ["one", "two", "three", "four"].map((one) => {
        return { content: `tea ${one}${memory === free ? " again" : ""}`, origin: "web" };
      }),
    );
  }
  expect(await free.recall("tea")).toHaveLength(4);
  expect(await layer(free).recall("tea")).toHaveLength(4);
  expect(await layer(free, strict).recall("tea")).toHaveLength(1);
  expect(await layer(free, layer(free, strict)).recall("tea")).toHaveLength(1);
});

test("get gives what the first layer that has the key has, at another moment as well", async () => {
  const { memory: session } = testMemory();
  const { memory: user } = testMemory();
  await user.set("theme", "light");
  await user.set("unset", null);
  const both = layer(session, user);
  expect(await both.get("theme")).toBe("light");
  await both.set("theme", "dark");
  expect(await both.get("theme")).toBe("dark");
  expect(await user.get("theme")).toBe("light");
  expect(await both.get("unset")).toBeNull();
  expect(await both.get("nobody")).toBeUndefined();
});

test("typed keys work through layers", async () => {
  const { memory: session } = testMemory();
  const { memory: user } = testMemory();
  const volume = defineKey("volume", numberSchema);
  const both = layer(session, user);
  await user.set(volume, 3);
  const value = await both.get(volume);
  expectTypeOf(value).toEqualTypeOf<number | undefined>();
  expect(value).toBe(3);
  const wrong = await rejection(() => both.set(volume, "loud" as unknown as number));
  expect(wrong.message).toContain('"volume"');
});

const numberSchema = {
  "~standard": {
    version: 1,
    vendor: "test",
    types: { input: 0 as unknown, output: 0 },
    validate: (value: unknown) =>
      typeof value === "number" ? { value } : { issues: [{ message: "no number" }] },
  },
} as const;

test("read and history give what the first layer that has the id has", async () => {
  const [session, user] = threeMemories();
  const receipt = await user.remember("tea");
  const { id } = (await user.list()).items[0] ?? { id: "" };
  const both = layer(session, user);
  expect(receipt.status).toBe("stored");
  expect((await both.read(id))?.content).toBe("tea");
  expect(await both.history(id)).toEqual(await user.history(id));
  expect(await both.history(id)).toHaveLength(1);
  expect(await both.read("nobody")).toBeUndefined();
  expect(await both.history("nobody")).toEqual([]);
});

test("everything that writes is done in the first layer only", async () => {
  const [session, user] = threeMemories();
  await user.rememberAll([{ content: "theirs", key: "k" }, "tea"]);
  const theirs = (await user.list()).items;
  const both = layer(session, user);
  await both.remember("mine");
  await both.rememberAll(["also mine", "mine as well"]);
  await both.set("k", 1);
  expect((await session.list()).items).toHaveLength(4);
  const [mine] = (await session.list()).items;
  await both.update(mine?.id ?? "", { content: "changed" });
  expect((await session.read(mine?.id ?? ""))?.content).toBe("changed");
  const ids = [...theirs, ...(mine ? [mine] : [])].map(({ id }) => id);
  expect(await both.markUsed(ids)).toBe(1);
  expect((await rejection(() => both.update(theirs[0]?.id ?? "", { kind: "x" }))).code).toBe(
    "not-found",
  );
  expect(await both.forget(theirs[0]?.id ?? "")).toBe(0);
  expect(await both.forget({ everything: true })).toBe(4);
  expect((await user.list()).items).toEqual(theirs);
});

test("a narrower view narrows the first layer and keeps the rest", async () => {
  const { memory } = testMemory();
  const [session, team] = [memory.scope("ann"), memory.scope("team")];
  await team.remember("tea for the team");
  const both = layer(session, team);
  expect(both.scopePath).toEqual(["ann"]);
  const narrow = both.scope("s1");
  expect(narrow.scopePath).toEqual(["ann", "s1"]);
  await narrow.remember("tea for this session");
  expect(contents(await narrow.recall("tea")).toSorted()).toEqual([
    "tea for the team",
    "tea for this session",
  ]);
  expect(contents(await both.recall("tea"))).toEqual(["tea for the team"]);
  expect((await rejection(() => narrow.scope(""))).code).toBe("invalid-input");
});

test("one listener hears of all layers, and of each event once", async () => {
  const { memory } = testMemory();
  const { memory: other } = testMemory();
  const [session, user] = [memory.scope("ann", "s1"), memory.scope("ann")];
  const heard: string[] = [];
  const stop = new AbortController();
  const { signal } = stop;
  const all = layer(session, user, user, other);
  all.on("remembered", ({ record }) => heard.push(record.content), { signal, reach: "below" });
  await session.remember("in the session");
  await user.remember("of the user");
  await other.remember("elsewhere");
  await memory.scope("bob").remember("of somebody else");
  stop.abort();
  await user.remember("after the end");
  expect(heard).toEqual(["in the session", "of the user", "elsewhere"]);
  const wrong = await rejection(() => {
    all.on("remembered", undefined as never);
  });
  expect(wrong.message).toContain("handler");
});

test("a layer that fails makes the call fail: an outage is no empty answer", async () => {
  const { memory: session } = testMemory();
  const { memory: user } = testMemory();
  await session.remember("tea");
  await user.close();
  const both = layer(session, user);
  const calls = [
    () => both.recall("tea"),
    () => both.context("tea"),
    () => both.surface(),
    () => both.list(),
    () => both.scopes(),
    () => both.get("nobody"),
    () => both.read("nobody"),
    () => both.history("nobody"),
  ];
  for (const call of calls) expect((await rejection(call)).code).toBe("closed");
});

/** A store whose searches and listings wait until they are aborted. */
function hanging(): { readonly store: CompleteStore; readonly aborted: string[] } {
  const aborted: string[] = [];
  const inner = inMemoryStore();
  const hang = (what: string) => (_: unknown, options?: { readonly signal?: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      options?.signal?.addEventListener("abort", () => {
        aborted.push(what);
        reject(options.signal?.reason as Error);
      });
    });
  const store = new Proxy(inner, {
    get: (target, name) => {
      if (name === "search" || name === "list") return hang(name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  return { store, aborted };
}

test("an abort reaches all layers", async () => {
  const slow = [hanging(), hanging()];
  const [session, user] = slow.map(({ store }) => createMemory({ store }));
  if (!session || !user) throw new Error("two memories were asked for");
  const both = layer(session, user);
  for (const call of [
    (signal: AbortSignal) => both.recall("tea", { signal }),
    (signal: AbortSignal) => both.list({}, { signal }),
  ]) {
    const controller = new AbortController();
    const answer = call(controller.signal);
    setImmediate(() => controller.abort(new Error("enough")));
    await expect(answer).rejects.toThrow("enough");
  }
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(slow.map(({ aborted }) => aborted)).toEqual([
    ["search", "list"],
    ["search", "list"],
  ]);
});

test("the same view twice changes nothing", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(["green tea", "black tea", "kettle"]);
  const twice = layer(memory, memory, memory.scope("elsewhere"));
  expect(await twice.recall("tea")).toEqual(await memory.recall("tea"));
  expect((await twice.list()).items).toEqual((await memory.list()).items);
  expect((await twice.scopes()).items).toEqual((await memory.scopes()).items);
  expect((await twice.context("tea")).text).toBe((await memory.context("tea")).text);
});

test("a layer that is no memory is refused by its place", async () => {
  const { memory } = testMemory();
  const wrong: unknown[] = [undefined, null, {}, "memory", { recall: () => [] }, inMemoryStore()];
  for (const one of wrong) {
    const first = await rejection(() => layer(one as Memory, memory));
    expect([first.code, first.message]).toEqual([
      "invalid-input",
      expect.stringContaining("layer 1"),
    ]);
    const second = await rejection(() => layer(memory, one as Memory));
    expect(second.message).toContain("layer 2");
  }
});

test("queries are checked as those of a single memory are", async () => {
  const { memory } = testMemory();
  const both = layer(memory, memory.scope("a"));
  const calls = [
    () => both.recall({ query: "x", limt: 3 } as never),
    () => both.recall(null as never),
    () => both.context(null as never),
    () => both.context("x", null as never),
    () => both.surface({ nothing: 1 } as never),
    () => both.surface(null as never),
    () => both.list({ order: "up" as never }),
    () => both.list(null as never),
    () => both.list({ oder: "asc" } as never),
    () => both.scopes(null as never),
    () => both.get(5 as never),
    () => both.get(null as never),
  ];
  for (const call of calls) expect((await rejection(call)).code).toBe("invalid-input");
});
