import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { sqliteStore } from "@kioku/store-sqlite";

import { readTexts } from "../crash/read-texts.ts";
import { wholeFile } from "../crash/whole-file.ts";
import { programFile } from "../program.ts";
import { stormOps } from "./storm-ops.ts";
import type { StormOrder, StormOutcome } from "./storm-order.ts";

/** Numbers of processes and of their writes. */
export interface StormOptions {
  /** Transactions of each process. */
  readonly transactions: number;
  readonly seed: number;
  readonly directory: string;
  /** Default 8. */
  readonly processes?: number | undefined;
  /** Time that each call waits for the others, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number | undefined;
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Result of a storm. */
export interface StormReport {
  readonly processes: number;
  /** Transactions that were acknowledged. */
  readonly acknowledged: number;
  /** Attempts that were refused because another process was in the way, and made again. */
  readonly refused: number;
  /** Records that should be there. */
  readonly records: number;
  /** Records that are not there as they were acknowledged. */
  readonly lost: number;
  readonly defects: readonly string[];
}

/**
 * Has several processes write to one file at once, and compares what is there afterwards with what
 * they acknowledged.
 */
export async function busyStorm(options: StormOptions): Promise<StormReport> {
  const { transactions, seed, directory, processes = 8, busyTimeoutMs = 5_000 } = options;
  const path = join(directory, "storm.db");
  const defects: string[] = [];
  const writers = Array.from({ length: processes }, (_, writer) =>
    startWriter({ path, seed, writer, transactions, busyTimeoutMs }, options.bundled),
  );
  await Promise.all(writers.map(({ ready }) => ready));
  let ended = 0;
  const outcomes = await Promise.all(
    writers.map(async ({ write }, writer) => {
      const outcome = await write();
      if (typeof outcome === "string") defects.push(`writer ${writer} ended with ${outcome}`);
      ended += 1;
      options.onProgress?.(ended, processes);
      return typeof outcome === "string" ? { written: 0, refused: 0 } : outcome;
    }),
  );
  const sum = (name: keyof StormOutcome): number =>
    outcomes.reduce((total, outcome) => total + outcome[name], 0);
  const wrong = await wrongRecords(path, { ...options, processes });
  const { torn, corrupt } = wholeFile(path);
  if (wrong.lost > 0) defects.push(`${wrong.lost} records are not as they were acknowledged`);
  defects.push(...torn, ...corrupt);
  return { processes, acknowledged: sum("written"), refused: sum("refused"), ...wrong, defects };
}

function startWriter(order: StormOrder, bundled: string | undefined) {
  const args = [programFile("storm-writer", bundled), JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const closed = once(child, "close");
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const lines: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    resolve();
  });
  // One that ends at once is not waited for.
  void closed.then(() => resolve());
  child.stdin.on("error", () => undefined);
  return {
    ready,
    /** Returns its counts, or in words how it failed. */
    write: async (): Promise<StormOutcome | string> => {
      child.stdin.write("go\n");
      const [code, signal] = (await closed) as [number | null, string | null];
      const [, outcome] = lines;
      if (code === 0 && outcome !== undefined) return JSON.parse(outcome) as StormOutcome;
      return `${code ?? signal}: ${complaint.trim()}`;
    },
  };
}

async function wrongRecords(
  path: string,
  { seed, transactions, processes }: StormOptions & { readonly processes: number },
): Promise<{ readonly records: number; readonly lost: number }> {
  const contents = new Map<string, string>();
  for (let writer = 0; writer < processes; writer += 1) {
    for (let number = 0; number < transactions; number += 1) {
      for (const op of stormOps({ seed, writer, number })) {
        if (op.op === "put") contents.set(op.record.id, op.record.content);
      }
    }
  }
  const store = sqliteStore({ path });
  await store.open();
  const found = await readTexts(store);
  const ids = [...contents];
  const lost = ids.filter(([id, content]) => {
    const last = found
      .get(id)
      ?.split("\n")
      .findLast((line) => line.startsWith("{"));
    return !last?.includes(JSON.stringify(content));
  });
  await store.close();
  return { records: contents.size, lost: lost.length + Math.abs(found.size - contents.size) };
}
