import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

import { createMemory } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import type { SqliteStore } from "@kioku/store-sqlite";

import { seededRandom } from "../seeded-random.ts";

/** All of a memory at one moment. */
export interface MemoryState {
  /** Hash of the whole export. */
  readonly whole: string;
  /** Hash of the line of each record with its history and vectors, by id. */
  readonly records: Readonly<Record<string, string>>;
}

const DIMENSIONS = 8;

/** Opens a memory whose vectors depend on nothing but the text. */
export function openChanging(
  path: string,
  clock: () => Date,
): { readonly memory: MemoryRoot; readonly sqlite: SqliteStore } {
  const sqlite = sqliteStore({ path });
  return { sqlite, memory: createMemory({ store: sqlite, embedder, clock }) };
}

const embedder: Embedder = {
  id: `torture/backup@${DIMENSIONS}`,
  dimensions: DIMENSIONS,
  maxBatchSize: 100,
  embed: async (texts) => ({ vectors: texts.map(vectorOf) }),
};

/** Reads all of a memory. */
export async function stateOf(memory: MemoryRoot): Promise<MemoryState> {
  const whole = createHash("sha256");
  const records: Record<string, string> = {};
  for await (const line of memory.export({ vectors: true })) {
    const text = JSON.stringify(line);
    whole.update(`${text}\n`);
    if (line.type !== "record" && line.type !== "revisions") continue;
    records[line.id] = hashOf(`${records[line.id] ?? ""}${text}`);
  }
  return { whole: whole.digest("hex").slice(0, 16), records };
}

/** Adds a state to a file. A process may be killed in the middle of it. */
export function addState(file: string, state: MemoryState): void {
  appendFileSync(file, `\n${JSON.stringify(state)}`);
}

/** Reads the states of a file; one of which only a part was written is left out. */
export function readStates(file: string): MemoryState[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as MemoryState];
    } catch {
      return [];
    }
  });
}

function vectorOf(text: string): Float32Array {
  const random = seededRandom(Number.parseInt(hashOf(text).slice(0, 8), 16));
  return Float32Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
