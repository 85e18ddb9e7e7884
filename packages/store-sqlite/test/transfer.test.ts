import { writeFileSync } from "node:fs";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, Memory, MemoryRoot, WriteOptions } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { parseJsonLines, toJsonLines } from "@kioku/formats";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { startChild } from "./support/child.js";
import { seededRandom, testSeed } from "./support/random.js";
import { temporaryFile } from "./support/temporary-directory.js";

const seed = testSeed();
const random = seededRandom(seed);

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(16).fill(0.1);
  for (const character of text) {
    const ordinal = (character.codePointAt(0) ?? 0) % 16;
    vector[ordinal] = (vector[ordinal] ?? 0) + 1;
  }
  return vector;
}

/**
 * A dimension per code point modulo 16: deterministic, and of no length that floats say exactly.
 */
function letters(): Embedder {
  return {
    id: "test/letters@16",
    dimensions: 16,
    embed: async (texts) => ({ vectors: texts.map((text) => vectorOf(text)) }),
  };
}

/** All that a store has, as the text of a file. */
async function exportOf(store: CompleteStore): Promise<string> {
  let text = "";
  const lines = createMemory({ store, newSpace: "start" }).export({ vectors: true });
  for await (const line of toJsonLines(lines)) text += line;
  return text;
}

/** A clock that goes on by an hour with each look at it. */
function hourly(): () => Date {
  let at = Date.UTC(2026, 0, 1);
  return () => new Date((at += 3_600_000));
}

/** Writes, changes, uses and forgets at random, in scopes with odd names. */
async function live(memory: MemoryRoot): Promise<void> {
  const scopes = [memory, memory.scope("a~/1", "日本 %"), memory.scope("A", "𝄞'--")];
  for (let step = 0; step < 250; step += 1) {
    const scope = random.pick(scopes);
    const by = random.chance(0.5) ? { actor: "ann", cause: `step ${step}` } : {};
    const { items } = await scope.list({ limit: 100 });
    const [one] = items.length === 0 ? [] : [random.pick(items)];
    const act = one ? random.below(8) : 0;
    if (!one || act < 3) await rememberAny(scope, step, by);
    else if (act === 3) await scope.set(`key ${random.below(4)}`, { step, x: [1e-7, "é"] }, by);
    else if (act === 4) await scope.update(one.id, { metadata: { step, "a.b": null } }, by);
    else if (act === 5) await scope.markUsed(one.id);
    else if (act === 6) await scope.forget(one.id, { ...by, purge: random.chance(0.5) });
  }
}

async function rememberAny(scope: Memory, step: number, by: WriteOptions): Promise<void> {
  const emotion = { valence: 1 - random.below(10) / 5, arousal: random.below(10) / 10 };
  await scope.remember(
    {
      content: `Memory ${step} of 猫 ${random.pick(["", "\u2028", '"quoted"'])}`,
      occurredAt: new Date(random.pick([-8.64e15, 8.64e15, 0, -62_198_755_200_001])),
      index: random.chance(0.8),
      dedupe: "off",
      ...(random.chance(0.3) ? { idempotencyKey: `once ${step}` } : {}),
      ...(random.chance(0.3) ? { emotion } : {}),
    },
    by,
  );
}

test(`a random memory goes from store to store and back byte for byte (seed ${seed})`, async () => {
  const stores = [inMemoryStore(), sqliteStore({ path: ":memory:" })];
  for (const [place, origin] of stores.entries()) {
    await live(createMemory({ store: origin, embedder: letters(), clock: hourly() }));
    const text = await exportOf(origin);
    expect(text.split("\n").length).toBeGreaterThan(50);
    const copy = place === 0 ? sqliteStore({ path: ":memory:" }) : inMemoryStore();
    await createMemory({ store: copy }).import(parseJsonLines([text]));
    expect(await exportOf(copy)).toBe(text);
    const back = place === 0 ? inMemoryStore() : sqliteStore({ path: ":memory:" });
    await createMemory({ store: back }).import(parseJsonLines([await exportOf(copy)]));
    expect(await exportOf(back)).toBe(text);
  }
});

test(
  `an import that is killed with -9 at random moments ends as one that was not (seed ${seed})`,
  { tags: "long" },
  async () => {
    const source = createMemory({ store: inMemoryStore() });
    const inputs = Array.from({ length: 3_000 }, (_, n) => ({
      content: `Memory number ${n}`,
      dedupe: "off" as const,
    }));
    await source.rememberAll(inputs);
    let text = "";
    for await (const line of toJsonLines(source.export())) text += line;
    const file = temporaryFile();
    writeFileSync(file, text);
    const path = temporaryFile();
    const script = new URL("./support/importer.ts", import.meta.url);
    let durable = 0;
    for (let round = 0; round < 3; round += 1) {
      // It goes no further than two batches, however late it is killed.
      const child = startChild(script, path, file, String(durable + 1_000));
      // Killed after the first batch that is new, so that every round gets further.
      for (let told: unknown = 0; Number(told) <= durable; told = await child.message()) {
        if (told === "exited") throw new Error("the import ended before it was killed");
      }
      const delayMs = random.below(15);
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs);
      });
      child.process.kill("SIGKILL");
      await child.exited();
      const store = sqliteStore({ path });
      const { items } = await readIds(store);
      expect(items % 500).toBe(0);
      expect(items).toBeGreaterThan(durable);
      durable = items;
      await store.close();
    }
    const store = sqliteStore({ path });
    const report = await createMemory({ store }).import(parseJsonLines([text]));
    expect(report).toMatchObject({ unchanged: durable, written: 3_000 - durable });
    let again = "";
    for await (const line of toJsonLines(createMemory({ store }).export())) again += line;
    expect(again).toBe(text);
    await store.close();
  },
);

/** Number of records. */
async function readIds(store: CompleteStore): Promise<{ readonly items: number }> {
  await store.open();
  let items = 0;
  let cursor: string | undefined;
  do {
    const page = await store.histories({ within: [[]], reach: "below", limit: 1_000, cursor });
    items += page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  return { items };
}
