import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, JsonObject, JsonValue, MemoryRecord, MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { expect, onTestFinished, test } from "vitest";

import { packNumbers, unpackNumbers } from "../../src/trigger/packed-vectors.js";
import { WordLists } from "../../src/trigger/word-lists.js";
import { call, setUp, skill, woken, wordEmbedder } from "./matcher-setup.js";

const SKILLS = [
  skill("kites", { when: ["zebra kite flying", "zebra kite string"], not: "zebra kite museum" }),
  skill("sails", { when: ["walrus sail canvas", "walrus sail rope"] }),
];
const TEXT = "a zebra kite flying lesson";

async function entriesOf(root: MemoryRoot): Promise<readonly MemoryRecord[]> {
  const page = await root.scope("skills").list({ limit: 1_000 });
  return page.items;
}

test("skills that did not change are embedded once, and score the same at every start", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const embedder = wordEmbedder();
  const first = setUp({ root, embedder });
  await first.matcher.add(SKILLS);
  const before = await first.matcher.match(TEXT, call());
  expect(embedder.asked).toContain("zebra kite string");
  embedder.asked.length = 0;
  const second = setUp({ root, embedder });
  await second.matcher.add(SKILLS);
  expect(embedder.asked).toEqual([]);
  expect(await second.matcher.match(TEXT, call())).toEqual(before);
  expect(embedder.asked).toEqual([TEXT]);
  expect(second.log.warnings).toEqual([]);
});

test("another process on the same SQLite file embeds nothing, either", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kioku-trigger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const many = Array.from({ length: 40 }, (_, index) =>
    skill(`skill-${index}`, { when: [`zebra ${index} kite`, `walrus ${index} sail`] }),
  );
  for (const expected of [true, false]) {
    const root = createMemory({ store: sqliteStore({ path: join(folder, "memory.db") }) });
    const embedder = wordEmbedder();
    const { matcher, log } = setUp({ root, embedder });
    await matcher.add(many);
    expect(embedder.asked.length > 0).toBe(expected);
    expect(woken(await matcher.match("zebra 7 kite", call()))[0]).toBe("skill-7");
    expect(log.warnings).toEqual([]);
    await root.close();
  }
});

test("only the skill that changed is embedded again, in the place of what it was", async () => {
  const root = createMemory({ store: inMemoryStore() });
  await setUp({ root }).matcher.add(SKILLS);
  const count = (await entriesOf(root)).length;
  const embedder = wordEmbedder();
  const { matcher } = setUp({ root, embedder });
  const changed = skill("sails", { when: ["walrus sail canvas", "penguin boat"] });
  await matcher.add([...SKILLS.slice(0, 1), changed]);
  expect(embedder.asked).toEqual([changed.description, "walrus sail canvas", "penguin boat"]);
  expect(woken(await matcher.match("penguin boat", call()))).toEqual(["sails"]);
  expect(await entriesOf(root)).toHaveLength(count);
});

test("a text that moves from what wakes a skill to what does not is taken as what it is now", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const texts = ["turn on the lights", "book a flight"] as const;
  const before = skill("lights", { when: texts });
  const after = skill("lights", { when: texts[0], not: texts[1] });
  await setUp({ root }).matcher.add([before]);
  const cached = setUp({ root });
  await cached.matcher.add([after]);
  const fresh = setUp();
  await fresh.matcher.add([after]);
  const text = "book me a flight and a lamp";
  expect(await cached.matcher.match(text, call())).toEqual(await fresh.matcher.match(text, call()));
});

/** One that does not say how wide its vectors are, since its server may be given another model. */
function unsizedEmbedder(width: { value: number }): Embedder & { readonly asked: string[] } {
  const words = wordEmbedder();
  return {
    id: words.id,
    asked: words.asked,
    embed: async (texts, options) => {
      const { vectors } = await words.embed(texts, options);
      return { vectors: vectors.map((vector) => vector.slice(0, width.value)) };
    },
  };
}

test("when a server is given a model of another width, the text is refused, and all is made anew", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const width = { value: 512 };
  const embedder = unsizedEmbedder(width);
  const { matcher } = setUp({ root, embedder });
  await matcher.add(SKILLS);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  width.value = 500;
  const message = "embedder test/words@1 answered a vector of 500 numbers after others of 512";
  await expect(matcher.match(TEXT, call())).rejects.toMatchObject({
    code: "embedder-failed",
    message,
  });
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  embedder.asked.length = 0;
  await setUp({ root, embedder }).matcher.add(SKILLS);
  expect(embedder.asked).toEqual([]);
});

test("vectors of another width than new ones count as missing, in a memory from before, too", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const width = { value: 512 };
  const embedder = unsizedEmbedder(width);
  await setUp({ root, embedder }).matcher.add(SKILLS.slice(0, 1));
  width.value = 500;
  const { matcher, log, time } = setUp({ root, embedder });
  await matcher.add(SKILLS);
  expect(log.warnings).toHaveLength(1);
  time.ms += 1_000;
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  expect(woken(await matcher.match("walrus sail rope", call()))).toEqual(["sails"]);
});

test("another model has vectors of its own, and leaves those of the first alone", async () => {
  const root = createMemory({ store: inMemoryStore() });
  await setUp({ root }).matcher.add(SKILLS);
  const other = wordEmbedder("test/words@2");
  await setUp({ root, embedder: other }).matcher.add(SKILLS);
  expect(other.asked).toContain("zebra kite string");
  const embedder = wordEmbedder();
  await setUp({ root, embedder }).matcher.add(SKILLS);
  expect(embedder.asked).toEqual([]);
});

test("vectors that nobody asks for expire, and those that are in use are renewed in time", async () => {
  const start = Date.parse("2026-05-01T10:00:00Z");
  const time = { ms: start };
  const root = createMemory({ store: inMemoryStore(), clock: () => new Date(time.ms) });
  const days = (count: number): number => start + count * 86_400_000;
  const run = async (ms: number, skills = SKILLS): Promise<readonly string[]> => {
    time.ms = ms;
    const embedder = wordEmbedder();
    const setup = setUp({ root, embedder });
    setup.time.ms = ms;
    await setup.matcher.add(skills);
    return embedder.asked;
  };
  await run(days(0));
  expect(await run(days(60), SKILLS.slice(0, 1))).toEqual([]);
  expect(await run(days(120), SKILLS.slice(0, 1))).toEqual([]);
  expect((await root.sweep()).removed).toBe(1);
  expect(await run(days(120))).toContain("walrus sail canvas");
});

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same numbers, but for one at this distance from the end of the profile. */
function replaced(packed: JsonValue | undefined, distance: number, value: number): string {
  const numbers = unpackNumbers(packed) ?? new Float32Array();
  numbers[new WordLists().concepts.length + distance] = value;
  return packNumbers(numbers);
}

type Damage = (value: JsonObject) => JsonValue;

const DAMAGES: readonly (readonly [what: string, damage: Damage])[] = [
  ["no object", () => 7],
  ["no members", () => ({})],
  ["too few vectors", (value) => ({ ...value, vectors: "AAAA" })],
  ["vectors without a direction", (value) => ({ ...value, vectors: "A".repeat(2_732) })],
  ["numbers that are no text", (value) => ({ ...value, numbers: [1] })],
  ["too few numbers", (value) => ({ ...value, numbers: "AAAA" })],
  ["numbers that are not finite", (value) => ({ ...value, numbers: "//////////8=" })],
  ["a deviation of nothing", (value) => ({ ...value, numbers: replaced(value["numbers"], 1, 0) })],
  ["too many concepts", (value) => ({ ...value, numbers: replaced(value["numbers"], 2, 99) })],
  ["another digest", (value) => ({ ...value, digest: "0" })],
];

test.each(DAMAGES)(
  "an entry that is damaged counts as missing and is made anew: %s",
  async (_, damage) => {
    const root = createMemory({ store: inMemoryStore() });
    await setUp({ root }).matcher.add(SKILLS);
    for (const { key = "", value } of await entriesOf(root)) {
      const damaged = damage(isObject(value) ? value : {});
      await root.scope("skills").set(key, damaged, { index: false, kind: "trigger-vectors" });
    }
    const embedder = wordEmbedder();
    const { matcher } = setUp({ root, embedder });
    await matcher.add(SKILLS);
    expect(embedder.asked).toContain("zebra kite string");
    expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
    embedder.asked.length = 0;
    await setUp({ root, embedder }).matcher.add(SKILLS);
    expect(embedder.asked).toEqual([]);
  },
);

test("two runtimes that start together on one store do not fail each other", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const setups = [setUp({ root }), setUp({ root }), setUp({ root })];
  await Promise.all(setups.map(({ matcher }) => matcher.add(SKILLS)));
  for (const { matcher } of setups) {
    expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  }
  const embedder = wordEmbedder();
  await setUp({ root, embedder }).matcher.add(SKILLS);
  expect(embedder.asked).toEqual([]);
});

test("a memory that fails costs the cache and nothing else", async () => {
  const root = createMemory({ store: inMemoryStore() });
  const cache = root.scope("skills");
  await root.close();
  const { matcher, log } = setUp({ cache, root });
  await matcher.add(SKILLS);
  expect(woken(await matcher.match(TEXT, call()))).toEqual(["kites"]);
  expect(log.warnings).toContain("vectors of triggers could not be read");
  expect(log.warnings).toContain("vectors of triggers could not be written");
});

test("what is kept cannot be recalled, and holds no text of a skill", async () => {
  const root = createMemory({ store: inMemoryStore(), embedder: wordEmbedder() });
  await setUp({ root }).matcher.add(SKILLS);
  expect(await root.recall({ query: "zebra kite flying" })).toEqual([]);
  expect(await root.scope("skills").recall({ query: "zebra kite vectors skill" })).toEqual([]);
  for (const { value, content } of await entriesOf(root)) {
    expect(JSON.stringify([value, content])).not.toContain("zebra");
  }
});
