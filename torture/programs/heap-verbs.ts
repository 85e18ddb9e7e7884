/**
 * Runs one verb on long or many records, in a process whose heap is small, and says how much memory
 * it took.
 */
import { createReadStream, createWriteStream, existsSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { createMemory } from "@kioku/core";
import type { Memory, Receipt } from "@kioku/core";
import { parseJsonLines, toJsonLines } from "@kioku/formats";
import { sqliteStore } from "@kioku/store-sqlite";

import type { HeapOrder, HeapOutcome, HeapVerb } from "../limits/heap-order.ts";

/** Records that are remembered at once. */
const BATCH = 1_000;
const KIB = 1_024;

const order = JSON.parse(process.argv[2] ?? "") as HeapOrder;
const exported = join(order.directory, "export.jsonl");

const VERBS: Readonly<Record<HeapVerb, (memory: Memory) => Promise<number>>> = {
  fill,
  async export(memory) {
    let lines = 0;
    const count = async function* (): AsyncGenerator<string> {
      for await (const line of toJsonLines(memory.export())) {
        lines += 1;
        yield line;
      }
    };
    await pipeline(count(), createWriteStream(exported));
    return lines;
  },
  import: async (memory) => {
    const { written } = await memory.import(parseJsonLines(createReadStream(exported)));
    return written;
  },
  "import again": async (memory) => {
    const { unchanged } = await memory.import(parseJsonLines(createReadStream(exported)));
    return unchanged;
  },
  async list(memory) {
    let count = 0;
    for await (const id of ids(memory)) if (id !== "") count += 1;
    return count;
  },
  async history(memory) {
    let count = 0;
    for await (const id of ids(memory)) count += await countVersions(memory, id);
    return count;
  },
  "erase dry run": async (memory) => {
    const report = await memory.erase({ everything: true }, { dryRun: true });
    return report.records.length;
  },
  async erase(memory) {
    const report = await memory.erase({ everything: true });
    return report.records.length;
  },
};

async function fill(memory: Memory): Promise<number> {
  for (let start = 0; start < order.records; start += BATCH) {
    const length = Math.min(BATCH, order.records - start);
    const added: string[] = [];
    // Long texts are remembered one at a time: a batch of them is in memory as a whole.
    const atOnce = order.characters > KIB ? 1 : length;
    for (let done = 0; done < length; done += atOnce) {
      const inputs = Array.from({ length: atOnce }, (_, n) => textOf(start + done + n, 1));
      const receipts = await memory.rememberAll(inputs);
      added.push(...receipts.map(idOf));
    }
    for (const [n, id] of added.entries()) {
      for (let version = 2; version <= order.versions; version += 1) {
        await memory.update(id, { content: textOf(start + n, version) });
      }
    }
  }
  return order.records * order.versions;
}

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error(receipt.reason);
  return receipt.record.id;
}

function textOf(record: number, version: number): string {
  return `Record ${record} in version ${version}: `.padEnd(order.characters, "long ");
}

async function* ids(memory: Memory): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await memory.list({ limit: 1_000, cursor });
    for (const { id } of page.items) yield id;
    ({ cursor } = page);
  } while (cursor !== undefined);
}

async function countVersions(memory: Memory, id: string): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const page = await memory.history(id, { after, limit: 1_000 });
    const last = page.at(-1);
    if (!last) return count;
    count += page.length;
    after = last.version;
  }
}

/**
 * Returns the peak memory of this process since it began; `maxRSS` includes the process that
 * started it.
 */
function peakBytes(): number {
  const file = "/proc/self/status";
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * KIB;
}

const isImport = order.verb.startsWith("import");
const path = join(order.directory, isImport ? "copy.db" : "memory.db");
const root = createMemory({ store: sqliteStore({ path }) });
const count = await VERBS[order.verb](root.scope("users", "ann"));
await root.close();
const outcome: HeapOutcome = { count, peakBytes: peakBytes() };
writeSync(1, `${JSON.stringify(outcome)}\n`);
