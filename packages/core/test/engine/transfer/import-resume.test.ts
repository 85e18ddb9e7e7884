/** @module-tag long */
import { parseJsonLines } from "@kioku/formats";
import { rejection, seededRandom, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../../src/index.js";
import type { ExportLine, ImportReport, MemoryRoot } from "../../../src/index.js";
import type { CompleteStore } from "../../../src/toolkit/index.js";
import { exportText, importText } from "./transfer-text.js";

const RECORDS = 1_700;

/** More than one batch of records in three scopes, some with history, some forgotten. */
async function largeExport(): Promise<string> {
  const { memory, clock } = testMemory();
  const inputs = Array.from({ length: RECORDS / 2 }, (_, index) => ({
    content: `Memory number ${index}`,
    key: index % 30 === 0 ? `k${index}` : undefined,
    idempotencyKey: index % 50 === 0 ? `once-${index}` : undefined,
  }));
  await memory.scope("a").rememberAll(inputs);
  await memory.scope("b").rememberAll(inputs);
  clock.now = new Date("2026-03-02T00:00:00Z");
  for (let index = 0; index < 600; index += 30) {
    await memory.scope("a").set(`k${index}`, index);
    await memory.scope("b").forget({ key: `k${index}` });
  }
  return exportText(memory, { vectors: true });
}

/** A store that fails at one write, before or after it was done. */
function failingStore(failsAt: number, isDone: boolean): CompleteStore {
  const store = inMemoryStore();
  let writes = 0;
  const write: CompleteStore["write"] = async (ops, options) => {
    writes += 1;
    if (writes !== failsAt) return store.write(ops, options);
    if (isDone) await store.write(ops, options);
    throw new Error("killed");
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "write") return write;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

async function failure(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "none";
  } catch (error) {
    const { cause = error } = error as Error;
    return cause instanceof Error ? cause.message : "unknown";
  }
}

test("an import that was killed at any write goes on where it stopped, to the same end", async () => {
  const text = await largeExport();
  let failures = 0;
  for (let failsAt = 1; failsAt <= 6; failsAt += 1) {
    for (const isDone of [false, true]) {
      const store = failingStore(failsAt, isDone);
      const memory: MemoryRoot = createMemory({ store, embedder: wordEmbedder() });
      const told = await failure(() => importText(memory, text));
      if (told === "none") continue;
      failures += 1;
      expect(told).toContain("killed");
      const { written, unchanged } = await importText(memory, text);
      expect(written + unchanged).toBe(RECORDS);
      expect(unchanged).toBeGreaterThanOrEqual((failsAt - 2) * 500);
      expect(await exportText(memory, { vectors: true })).toBe(text);
    }
  }
  // One write of spaces and four of records.
  expect(failures).toBe(10);
});

test(
  "an import that is aborted at a random line keeps whole batches, and running it again completes it",
  { tags: "long", timeout: 300_000 },
  async () => {
    const text = await largeExport();
    const random = seededRandom(3);
    for (let round = 0; round < 5; round += 1) {
      const { memory } = testMemory();
      const controller = new AbortController();
      const stopAt = 2 + Math.floor(random() * RECORDS);
      let read = 0;
      const lines = async function* (): AsyncGenerator<ExportLine> {
        for await (const line of parseJsonLines([text])) {
          read += 1;
          if (read === stopAt) controller.abort(new Error("stopped"));
          yield line;
        }
      };
      const told = await failure(() => memory.import(lines(), { signal: controller.signal }));
      expect(told).toBe("stopped");
      const report = await importText(memory, text);
      expect(report.unchanged % 500).toBe(0);
      expect(report.written + report.unchanged).toBe(RECORDS);
      expect(await exportText(memory, { vectors: true })).toBe(text);
    }
  },
);

test("what came before the source of the lines broke is written, and its error is passed on", async () => {
  const { memory } = testMemory();
  const text = await largeExport();
  const lines = async function* (): AsyncGenerator<ExportLine> {
    let read = 0;
    for await (const line of parseJsonLines([text])) {
      read += 1;
      if (read > 12) throw new Error("disk gone");
      yield line;
    }
  };
  expect(await failure(() => memory.import(lines()))).toBe("disk gone");
  expect(await importText(memory, text)).toMatchObject({ unchanged: 10, written: RECORDS - 10 });
});

test("progress is told after each batch that is durable", async () => {
  const { memory } = testMemory();
  const told: ImportReport[] = [];
  const seen: number[] = [];
  await importText(memory, await largeExport(), {
    onProgress: (report) => {
      told.push(report);
      seen.push(report.written);
    },
  });
  expect(seen).toEqual([500, 1_000, 1_500, RECORDS]);
  expect(told.at(-1)).toEqual({ written: RECORDS, unchanged: 0, skipped: 0, erased: 0, queued: 0 });
});

test("a memory that is closed while it is exported says so at the next page", async () => {
  const { memory } = testMemory();
  const inputs = Array.from({ length: 450 }, (_, index) => `Memory number ${index}`);
  await memory.rememberAll(inputs);
  const error = await rejection(async () => {
    let read = 0;
    for await (const line of memory.export()) {
      read += line.type === "record" ? 1 : 0;
      if (read === 10) await memory.close();
    }
  });
  expect(error.code).toBe("closed");
});

test("others may write while a large memory is imported, and an export sees each record once", async () => {
  const text = await largeExport();
  const { memory } = testMemory({ random: () => 0.5 });
  let extra = 0;
  await importText(memory, text, {
    onProgress: () => {
      extra += 1;
      void memory.scope("c").remember(`Written meanwhile ${extra}`);
    },
  });
  const ids = new Set<string>();
  let records = 0;
  for await (const line of memory.export()) {
    if (line.type !== "record") continue;
    records += 1;
    ids.add(JSON.stringify([line.scope, line.id]));
  }
  expect([records, ids.size]).toEqual([RECORDS + extra, RECORDS + extra]);
});
