import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { DiskOrder, DiskOutcome } from "./disk-order.ts";

/** Settings of the harness of full disks. */
export interface DiskOptions extends DiskOrder {
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Result of the harness. */
export interface DiskReport {
  /** Number of kept cases, by name. */
  readonly kept: Record<string, number>;
  /** Cases that this system cannot have. */
  readonly skipped: Record<string, number>;
  readonly defects: string[];
}

/**
 * Has a store in a process of its own meet a full disk, and files and directories that it may not
 * write.
 */
export async function diskLimits(options: DiskOptions): Promise<DiskReport> {
  const { seed, rounds, directory, unframed, bundled, onProgress } = options;
  const order: DiskOrder = { seed, rounds, directory, unframed };
  const args = [programFile("disk-cases", bundled), JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const report: DiskReport = { kept: {}, skipped: {}, defects: [] };
  let done = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, number, outcome } = JSON.parse(line) as DiskOutcome;
    if (outcome === "kept") report.kept[name] = (report.kept[name] ?? 0) + 1;
    else if (outcome === "skipped") report.skipped[name] = (report.skipped[name] ?? 0) + 1;
    else report.defects.push(`seed ${seed}, ${name}, round ${number}: ${outcome}`);
    done += 1;
    onProgress?.(done, 2 * rounds + 2);
  }
  const [code, signal] = (await closed) as [number | null, string | null];
  if (code !== 0) report.defects.push(`seed ${seed}: the process ended with ${code ?? signal}`);
  return report;
}
