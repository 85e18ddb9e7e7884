import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { definePlugin } from "../../src/index.js";
import type { MemoryEvents, MemoryRoot, RecalledMemory, SurfaceQuery } from "../../src/index.js";
import { retrievability } from "../../src/toolkit/index.js";

const DAY = 86_400_000;

function contentsOf(memories: readonly RecalledMemory[]): string[] {
  return memories.map(({ content }) => content);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `note ${n}`);
}

/** Collects many draws, each with another seed and no cooldown. */
async function everDrawn(
  memory: Pick<MemoryRoot, "surface">,
  query: SurfaceQuery = {},
): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed += 1) {
    const drawn = await memory.surface({ cooldown: 0, temperature: 1, ...query, seed });
    for (const content of contentsOf(drawn)) seen.add(content);
  }
  return seen;
}

test("what comes to mind says so, and has a score that can be explained", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "tea", importance: 0.5 });
  const [record] = (await memory.list()).items;
  clock.now = new Date(clock.now.getTime() + 30 * DAY);
  const [plain] = await memory.surface();
  const retained = retrievability(30, record?.strength.stabilityDays ?? 0);
  const score = (retained * 1.5) / 2;
  expect(plain).toEqual({ ...record, reason: "spontaneous", score, relevance: 0 });
  const [explained] = await memory.surface({ explain: true });
  expect(explained?.signals).toEqual({
    relevance: 0,
    factors: { retained, importance: 1.5, cue: 1 },
  });
});

test("the same seed brings the same to mind, another seed something else", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(numbered(50));
  const draw = async (seed: number | string): Promise<string[]> =>
    contentsOf(await memory.surface({ seed, cooldown: 0, limit: 5 }));
  const [first, again, other] = [await draw(1), await draw(1), await draw(2)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  expect(await draw("1")).toEqual(first);
  expect(new Set(first).size).toBe(5);
});

test("without a seed the memory's random decides, so that a run can be replayed", async () => {
  const run = async (): Promise<string[]> => {
    const { memory } = testMemory();
    await memory.rememberAll(numbered(30));
    return [...contentsOf(await memory.surface()), ...contentsOf(await memory.surface())];
  };
  expect(await run()).toEqual(await run());
  const { memory } = testMemory({ random: undefined });
  await memory.rememberAll(numbered(30));
  expect(await memory.surface()).toHaveLength(3);
});

test("what is strong, important and fits the cue comes first at temperature 0", async () => {
  const { memory, clock } = testMemory();
  await memory.rememberAll([{ content: "old chess" }, { content: "old tea" }]);
  clock.now = new Date(clock.now.getTime() + 2_000 * DAY);
  await memory.rememberAll([
    { content: "fresh chess" },
    { content: "important chess", importance: 1 },
  ]);
  const draw = async (query: SurfaceQuery): Promise<string[]> =>
    contentsOf(await memory.surface({ temperature: 0, cooldown: 0, limit: 4, ...query }));
  const [first, second, ...rest] = await draw({});
  expect([first, second]).toEqual(["important chess", "fresh chess"]);
  expect(rest.toSorted()).toEqual(["old chess", "old tea"]);
  expect((await draw({ cue: "tea" }))[0]).toBe("old tea");
});

test("a cue makes what fits it come more often, and leaves the rest possible", async () => {
  const { memory } = testMemory();
  await memory.rememberAll([...numbered(20), "green tea in the morning"]);
  const share = async (query: SurfaceQuery): Promise<number> => {
    let hits = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const drawn = await memory.surface({ cooldown: 0, limit: 1, seed, ...query });
      hits += contentsOf(drawn).includes("green tea in the morning") ? 1 : 0;
    }
    return hits / 200;
  };
  const [without, withCue] = [await share({}), await share({ cue: "green tea" })];
  expect(without).toBeLessThan(0.15);
  expect(withCue).toBeGreaterThan(0.5);
  expect(withCue).toBeLessThan(1);
});

test("what surfaced lately is left out until others have had their turn", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(numbered(50));
  const seen: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const [memory1] = await memory.surface({ limit: 1, temperature: 0 });
    seen.push(memory1?.content ?? "");
  }
  expect(new Set(seen).size).toBe(20);
  const [repeated] = await memory.surface({ limit: 1, temperature: 0, cooldown: 0 });
  expect(repeated?.content).toBe(seen[0]);
  const [next] = await memory.surface({
    limit: 1,
    temperature: 0,
    cooldown: 0,
    exclude: [repeated?.id ?? ""],
  });
  expect(next?.content).toBe(seen[1]);
});

test("a cooldown never leaves nothing: a few memories take turns", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(numbered(4));
  const seen: (string | undefined)[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    seen.push((await memory.surface({ limit: 1, cooldown: 100 }))[0]?.content);
  }
  expect(seen).not.toContain(undefined);
  for (const [turn, content] of seen.entries()) {
    expect(seen.slice(Math.max(turn - 2, 0), turn)).not.toContain(content);
  }
  const alone = testMemory().memory;
  await alone.remember("only");
  for (let turn = 0; turn < 3; turn += 1) expect(await alone.surface()).toHaveLength(1);
});

test("each scope has a cooldown of its own", async () => {
  const { memory } = testMemory();
  for (const name of ["a", "b"]) await memory.scope(name).rememberAll(numbered(10));
  const first = await memory.scope("a").surface({ limit: 1, temperature: 0 });
  const other = await memory.scope("b").surface({ limit: 1, temperature: 0 });
  const again = await memory.scope("a").surface({ limit: 1, temperature: 0 });
  expect(contentsOf(other)).toEqual(contentsOf(first));
  expect(contentsOf(again)).not.toEqual(contentsOf(first));
});

test("only what recall could find surfaces, from this scope, and nothing of little trust", async () => {
  const { memory, clock } = testMemory();
  await memory.remember("faded long ago");
  clock.now = new Date(clock.now.getTime() + 3_000 * DAY);
  await memory.sweep({ archiveBelow: 0.5 });
  await memory.rememberAll([
    { content: "plain" },
    { content: "expired", ttlMs: 1_000 },
    { content: "was true", validTo: new Date("2027-01-01") },
    { content: "will be true", validFrom: new Date("2126-01-01") },
    { content: "kept out of recall", index: false },
    { content: "from the web", origin: "web" },
    { content: "from a tool", origin: "tool", trust: 0.59 },
    { content: "from a trusted tool", origin: "tool", trust: 0.6 },
  ]);
  await memory.set("theme", "dark");
  await memory.scope("other").remember("of another scope");
  clock.now = new Date(clock.now.getTime() + 1_000);
  const expected = ["from a trusted tool", "plain", "theme: dark"];
  for (const query of [{}, { cue: "from the web of another scope, expired long ago" }]) {
    expect([...(await everDrawn(memory, query))].toSorted()).toEqual(expected);
  }
  const untrusting = await everDrawn(memory, { minTrust: 0 });
  expect(untrusting).toContain("from the web");
  const below = await everDrawn(memory, { reach: "below", limit: 10 });
  expect(below).toContain("of another scope");
});

test("kinds, filter and exclude narrow what can surface", async () => {
  const { memory } = testMemory();
  await memory.rememberAll([
    { content: "a task", kind: "task", metadata: { n: 1 } },
    { content: "another task", kind: "task", metadata: { n: 2 } },
    { content: "a note", metadata: { n: 1 } },
  ]);
  const [task] = (await memory.list({ kinds: ["task"] })).items;
  const cue = "a task or a note";
  for (const query of [{}, { cue }]) {
    const drawn = async (more: SurfaceQuery): Promise<string[]> =>
      [...(await everDrawn(memory, { ...query, ...more }))].toSorted();
    expect(await drawn({ kinds: ["task"] })).toEqual(["a task", "another task"]);
    expect(await drawn({ filter: { n: 1 } })).toEqual(["a note", "a task"]);
    expect(await drawn({ exclude: [task?.id ?? ""] })).toEqual(["a note", "another task"]);
    expect(await drawn({ kinds: [] })).toEqual([]);
  }
});

test("of a large scope a sample comes to mind: new, old and what fits the cue", async () => {
  const { memory, clock } = testMemory();
  await memory.remember("a walnut tree");
  for (let year = 0; year < 5; year += 1) {
    clock.now = new Date(clock.now.getTime() + 365 * DAY);
    await memory.rememberAll(numbered(300).map((content) => `${content} of year ${year}`));
  }
  const seen = new Set<string>();
  for (let seed = 0; seed < 12; seed += 1) {
    const drawn = await memory.surface({ seed, limit: 100, cooldown: 0, temperature: 1 });
    for (const content of contentsOf(drawn)) seen.add(content);
  }
  const perYear = [0, 1, 2, 3, 4].map(
    (year) => [...seen].filter((content) => content.endsWith(`of year ${year}`)).length,
  );
  // Of each year more than the 50 of one place: places differ within the many that were written at
  // once.
  expect(perYear.filter((count) => count < 60)).toEqual([]);
  const query = { seed: "s", cooldown: 0, cue: "walnut" };
  const first = contentsOf(await memory.surface(query));
  expect(contentsOf(await memory.surface(query))).toEqual(first);
  const cued = await memory.surface({ ...query, cue: "a walnut tree", temperature: 0, limit: 1 });
  expect(contentsOf(cued)).toEqual(["a walnut tree"]);
});

test("plugins that narrow or drop what is recalled do so for what surfaces, with a cue and without", async () => {
  const asked: string[] = [];
  const discreet = definePlugin({
    id: "discreet",
    hooks: {
      beforeRecall: (query) => {
        asked.push(query.query);
        return { ...query, filter: { secret: { $ne: true } } };
      },
      afterRecall: (results) => results.filter(({ content }) => !content.includes("private")),
    },
  });
  const { memory } = testMemory({ plugins: [discreet] });
  await memory.rememberAll([
    { content: "a secret", metadata: { secret: true } },
    { content: "something private" },
    { content: "the weather" },
  ]);
  for (const query of [{}, { cue: "a private secret" }]) {
    expect([...(await everDrawn(memory, query))]).toEqual(["the weather"]);
  }
  expect(new Set(asked)).toEqual(new Set(["", "a private secret"]));
  expect(asked).toHaveLength(120);
});

test("what a plugin dropped has not surfaced, and a wrong query of a plugin is refused", async () => {
  const drop = definePlugin({ id: "drop", hooks: { afterRecall: (hits) => hits.slice(1) } });
  const { memory } = testMemory({ plugins: [drop] });
  await memory.rememberAll(numbered(4));
  const [second] = await memory.surface({ limit: 2, temperature: 0 });
  const next = await memory.surface({ limit: 2, temperature: 0 });
  expect(contentsOf(next)).not.toContain(second?.content);
  const wrong = definePlugin({
    id: "wrong",
    hooks: { beforeRecall: (query) => ({ ...query, limit: 0 }) },
  });
  const error = await rejection(() => testMemory({ plugins: [wrong] }).memory.surface());
  expect(error.message).toMatch(/limit/);
});

test("it writes nothing, counts as no recall, and is told as what it is", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(numbered(5));
  const before = (await memory.list()).items;
  const recalled: unknown[] = [];
  const surfaced: MemoryEvents["surfaced"][] = [];
  memory.on("recalled", (event) => recalled.push(event));
  memory.on("surfaced", (event) => surfaced.push(event));
  const results = await memory.surface({ cue: "note 3" });
  await memory.surface();
  expect((await memory.list()).items).toEqual(before);
  expect(recalled).toEqual([]);
  expect(surfaced[0]).toEqual({ scope: [], cue: "note 3", results });
  expect(surfaced[1]).not.toHaveProperty("cue");
});

test("when the embedder fails, the cue works by keyword, and that is told", async () => {
  const words = wordEmbedder();
  const embedder = {
    ...words,
    embed: (texts: readonly string[], options: { readonly purpose?: string } = {}) =>
      options.purpose === "query" ? Promise.reject(new Error("down")) : words.embed(texts),
  };
  const { memory } = testMemory({ embedder });
  await memory.scope("a").rememberAll([...numbered(5), "green tea"]);
  const degraded: MemoryEvents["degraded"][] = [];
  memory.scope("a").on("degraded", (event) => degraded.push(event));
  const [first] = await memory.scope("a").surface({ cue: "green tea", temperature: 0 });
  expect(first?.content).toBe("green tea");
  expect(degraded).toMatchObject([{ scope: ["a"], during: "recall" }]);
});

test("an empty memory has nothing to bring up", async () => {
  const { memory } = testMemory();
  expect(await memory.surface()).toEqual([]);
  expect(await memory.scope("a").surface({ cue: "anything" })).toEqual([]);
});

test("closing waits for what is surfacing", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(numbered(5));
  const pending = memory.surface({ cue: "note 3" });
  await memory.close();
  expect(await pending).toHaveLength(3);
  expect((await rejection(() => memory.surface())).code).toBe("closed");
});

test.each([
  [{ cue: "" }, /cue.*not blank/],
  [{ cue: 7 }, /cue.*a string/],
  [{ limit: 0 }, /limit.*at least 1/],
  [{ limit: 101 }, /limit.*at most 100/],
  [{ temperature: -1 }, /temperature.*at least 0/],
  [{ temperature: Number.POSITIVE_INFINITY }, /temperature/],
  [{ seed: Number.NaN }, /seed/],
  [{ seed: {} }, /seed.*a finite number or a string/],
  [{ seed: " " }, /seed.*not blank/],
  [{ cooldown: 101 }, /cooldown.*at most 100/],
  [{ cooldown: 1.5 }, /cooldown.*whole/],
  [{ exclude: "id" }, /exclude.*a list/],
  [{ exclude: Array.from({ length: 10_001 }, () => "id") }, /exclude.*10000/],
  [{ kinds: "task" }, /kinds.*a list/],
  [{ filter: { "@nothing": 1 } }, /@nothing/],
  [{ reach: "above" }, /reach/],
  [{ minTrust: 2 }, /minTrust.*at most 1/],
  [{ explain: 1 }, /explain/],
  [{ query: "tea" }, /query/],
  [null, /query.*an object/],
])("%o is refused", async (query, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.surface(query as never));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("an aborted signal and another scope are refused", async () => {
  const { memory } = testMemory();
  const reason = new Error("stop");
  const signal = AbortSignal.abort(reason);
  await expect(memory.surface({}, { signal })).rejects.toBe(reason);
  const options = { scope: ["other"] } as never;
  expect((await rejection(() => memory.surface({}, options))).code).toBe("invalid-input");
});
