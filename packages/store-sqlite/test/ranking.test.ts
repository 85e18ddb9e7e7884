import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryRecord, MemoryRoot, RememberInput } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { temporaryFile } from "./support/temporary-directory.js";

const START = new Date("2026-03-01T12:00:00Z").getTime();

/** Vectors of 16 dimensions; fails at the texts for which `isBad` is true. */
function letters(id: string, isBad: (text: string) => boolean = () => false): Embedder {
  return {
    id,
    dimensions: 16,
    maxBatchSize: 1,
    profile: { unrelated: 0, related: 0.6 },
    embed: async (texts) => {
      if (texts.some(isBad)) throw new Error(`${id} down`);
      return { vectors: texts.map((text) => toVector(text)) };
    },
  };
}

/** Depends on the places of the letters, too, so that no two texts are equally near. */
function toVector(text: string): Float32Array {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return Float32Array.from({ length: 16 }, (_, ordinal) =>
    codes.reduce((sum, code, place) => sum + Math.sin(code * (ordinal + 1) + place / 50), 0.1),
  );
}

type Options = Partial<Omit<Parameters<typeof createMemory>[0], "plugins">>;

function memoryOn(options: Options = {}): MemoryRoot {
  let id = 0;
  const memory = createMemory({
    store: sqliteStore({ path: ":memory:" }),
    embedder: letters("a@16"),
    clock: () => new Date(START),
    generateId: () => `id ${String((id += 1)).padStart(4, "0")}`,
    ...options,
  });
  onTestFinished(() => memory.close());
  return memory;
}

/** Conversations and notes with dates, in two languages. */
function notes(): readonly RememberInput[] {
  return Array.from({ length: 120 }, (_, n) => ({
    content: n % 5 === 0 ? `安娜第${n}次喝绿茶` : `${["walnut", "tea", "chess"][n % 3] ?? ""} ${n}`,
    ...(n % 4 === 0 ? {} : { thread: `thread ${n % 7}` }),
    ...(n % 3 === 0 ? {} : { occurredAt: new Date(START - n * 10 * 86_400_000) }),
    ...(n % 6 === 0 ? { speaker: "Beatrix" } : {}),
  }));
}

function strip({ id, content }: MemoryRecord): readonly string[] {
  return [id, content];
}

test("it recalls as the reference does, with all that is beside", async () => {
  const one = memoryOn({});
  const two = memoryOn({ store: inMemoryStore() });
  for (const memory of [one, two]) await memory.scope("a").rememberAll(notes());
  for (const query of ["walnut tea", "去年五月安娜喝茶", "What did Beatrix say last May?", "77"]) {
    for (const extra of [{}, { diversity: 0.5 }, { limit: 40 }, { mode: "keyword" as const }]) {
      const asked = { query, neighbours: 2, reach: "below" as const, ...extra };
      const [mine, reference] = await Promise.all([one.recall(asked), two.recall(asked)]);
      expect(mine.map(strip)).toEqual(reference.map(strip));
      for (const [index, hit] of mine.entries()) {
        const other = reference[index];
        expect(hit.score).toBeCloseTo(other?.score ?? -1, 5);
        expect(hit.neighbours?.before.map(strip)).toEqual(other?.neighbours?.before.map(strip));
        expect(hit.neighbours?.after.map(strip)).toEqual(other?.neighbours?.after.map(strip));
      }
    }
  }
});

test("an answer that shares nothing with the question is found beside the question that does", async () => {
  const memory = memoryOn({ embedder: undefined });
  await memory.rememberAll([
    ...Array.from({ length: 300 }, (_, n) => `They play ${n} games on day ${n}`),
    ...["Hi", "Which instrument do you play, Maria?", "Cello"].map((content, minute) => ({
      content,
      thread: "t",
      occurredAt: new Date(START + minute * 60_000),
    })),
  ]);
  const query = {
    query: "Which instrument does Maria play?",
    limit: 2,
    neighbours: 1,
    minScore: 0,
  };
  const hits = await memory.recall(query);
  expect(hits.map(({ content }) => content)).toEqual([
    "Cello",
    "Which instrument do you play, Maria?",
  ]);
  expect(hits[1]?.neighbours?.after.map(({ content }) => content)).toEqual(["Cello"]);
  const { text } = await memory.context({ ...query, limit: 1 });
  expect(text).toMatch(/Maria\?<[^]*>Cello</u);
});

test("each of two embedders keeps its own space in the file, and recall asks both", async () => {
  const path = temporaryFile("spaces.db");
  const a = letters("a@16", (text) => text.includes("coffee"));
  const embedder = [a, letters("b@16")];
  const first = memoryOn({ embedder, store: sqliteStore({ path }) });
  const receipts = await first.rememberAll(["green tea", "black coffee"]);
  expect(receipts.map(({ status }) => status)).toEqual(["stored", "stored"]);
  await first.close();
  const second = memoryOn({ embedder, store: sqliteStore({ path }) });
  const hits = await second.recall({ query: "black tea", mode: "semantic" });
  expect(hits).toHaveLength(2);
  await second.close();
  const repaired = [letters("a@16"), letters("b@16")];
  const third = memoryOn({ embedder: repaired, store: sqliteStore({ path }) });
  expect(await third.reindex()).toBe(1);
  expect(await third.reindex()).toBe(0);
});

test("an update of speaker and date is found by them and keeps its vector", async () => {
  const memory = memoryOn();
  const receipt = await memory.remember("Yesterday rain");
  const id = "record" in receipt ? receipt.record.id : "";
  const occurredAt = new Date("2023-05-08T10:00:00Z");
  await memory.update(id, { speaker: "Beatrix", occurredAt });
  for (const query of ["Beatrix", "2023-05-07", "2023年5月7日"]) {
    expect(await memory.recall({ query, mode: "keyword", minScore: 0 })).toHaveLength(1);
  }
  const query = { query: "Yesterday rain", mode: "semantic", explain: true } as const;
  const [hit] = await memory.recall(query);
  expect(hit?.signals?.similarity).toBeCloseTo(1, 5);
});

test("what is kept out of recall stays out when it is updated", async () => {
  const memory = memoryOn();
  const receipt = await memory.remember({ content: "secret tea", index: false });
  const id = "record" in receipt ? receipt.record.id : "";
  await memory.update(id, { content: "secret coffee", speaker: "Ann" });
  expect(await memory.recall("secret coffee of Ann")).toEqual([]);
  expect((await memory.read(id))?.content).toBe("secret coffee");
});

test("a turn that is kept out of recall is no hit, however near it stands to one", async () => {
  const memory = memoryOn();
  await memory.rememberAll([
    { content: "walnut cake", thread: "t", occurredAt: new Date(START) },
    { content: "my secret", thread: "t", occurredAt: new Date(START + 1), index: false },
  ]);
  for (const mode of ["hybrid", "semantic", "keyword"] as const) {
    const hits = await memory.recall({ query: "walnut cake", mode });
    expect(hits.map(({ content }) => content)).toEqual(["walnut cake"]);
  }
});
