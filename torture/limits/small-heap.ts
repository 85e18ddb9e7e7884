import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { programFile } from "../program.ts";
import { HEAP_VERBS } from "./heap-order.ts";
import type { HeapOrder, HeapOutcome, HeapRecords } from "./heap-order.ts";

/** Content and size of the memory. */
export interface SmallHeapOptions {
  readonly contents: readonly HeapRecords[];
  /** `--max-old-space-size` of every process. */
  readonly heapMegabytes: number;
  /** Limit for every process but the one that fills the file. */
  readonly residentMegabytes: number;
  /** Empty, for files of its own. */
  readonly directory: string;
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Result of the harness. */
export interface SmallHeapReport {
  /** The most memory of each process, in megabytes, by what was done. */
  readonly peakMegabytes: Record<string, number>;
  readonly defects: string[];
}

const MEGABYTE = 1_000_000;

/** Records that are long, and records that are many. */
export const HEAP_CONTENTS: readonly HeapRecords[] = [
  { name: "long records", records: 6, versions: 60, characters: 2_000_000 },
  { name: "small records", records: 100_000, versions: 1, characters: 100 },
];

/**
 * Lets each verb deal with long and with many records, in a process whose heap is smaller than they
 * are.
 */
export async function smallHeap(options: SmallHeapOptions): Promise<SmallHeapReport> {
  const { contents, residentMegabytes, onProgress } = options;
  const report: SmallHeapReport = { peakMegabytes: {}, defects: [] };
  let done = 0;
  for (const records of contents) {
    const directory = mkdtempSync(join(options.directory, "heap-"));
    for (const verb of HEAP_VERBS) {
      const name = `${verb} of ${records.name}`;
      const outcome = await run({ ...records, directory, verb }, options);
      if (typeof outcome === "string") report.defects.push(`${name}: ${outcome}`);
      else {
        const peak = Math.round(outcome.peakBytes / MEGABYTE);
        report.peakMegabytes[name] = peak;
        if (verb !== "fill" && peak > residentMegabytes)
          report.defects.push(`${name}: took ${peak} MB`);
        const least = leastOf({ ...records, directory, verb });
        if (outcome.count < least) {
          report.defects.push(`${name}: dealt with ${outcome.count} of ${least}`);
        }
      }
      done += 1;
      onProgress?.(done, contents.length * HEAP_VERBS.length);
    }
  }
  return report;
}

function leastOf({ verb, records, versions }: HeapOrder): number {
  return verb === "fill" || verb === "history" ? records * versions : records;
}

async function run(
  order: HeapOrder,
  { heapMegabytes, bundled }: SmallHeapOptions,
): Promise<HeapOutcome | string> {
  const flag = `--max-old-space-size=${heapMegabytes}`;
  const args = [flag, programFile("heap-verbs", bundled), JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = (await closed) as [number | null, string | null];
  if (code === 0) return JSON.parse(output) as HeapOutcome;
  const why = /^.*(?:FATAL|Error).*$/mu.exec(errors)?.[0] ?? errors.trim();
  return `ended with ${code ?? signal}: ${why}`;
}
