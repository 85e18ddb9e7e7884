import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { DamageOrder, DamageOutcome } from "./damage-order.ts";

/** Which cases of damage to run. */
export interface DamageOptions extends Pick<DamageOrder, "cases" | "seed" | "directory"> {
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Results of all cases. */
export interface DamageReport {
  /** Cases that were run. */
  cases: number;
  /** Number of cases by outcome. */
  readonly outcomes: Record<string, number>;
  /** The first cases that ended as none may, in words. */
  readonly defects: string[];
}

const PROCESSES = 2;
const MAX_DEFECTS = 10;
/** Nothing takes so long. */
const PATIENCE_MS = 240_000;

/** Runs cases in processes of their own; one that ends before its time, or hangs, is a defect. */
export async function damageCases(
  kind: DamageOrder["kind"],
  options: DamageOptions,
): Promise<DamageReport> {
  const report: DamageReport = { cases: 0, outcomes: {}, defects: [] };
  await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) => runProcess(kind, index, { options, report })),
  );
  return report;
}

interface Run {
  readonly options: DamageOptions;
  readonly report: DamageReport;
}

async function runProcess(kind: DamageOrder["kind"], index: number, run: Run): Promise<void> {
  const { cases, seed, bundled } = run.options;
  const directory = join(run.options.directory, `${kind}-${index}`);
  const order: DamageOrder = { kind, cases, seed, directory, index, processes: PROCESSES };
  const file = programFile("damage-cases", bundled);
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [file, JSON.stringify(order)], { stdio: [...stdio] });
  const closed = once(child, "close");
  const hangs = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  let current = "before the first case";
  for await (const line of createInterface({ input: child.stdout })) {
    hangs.refresh();
    if (line.startsWith("{")) count(JSON.parse(line) as DamageOutcome, run);
    else current = `in case ${line}`;
  }
  const [code, signal] = (await closed) as [number | null, string | null];
  clearTimeout(hangs);
  if (code !== 0) {
    run.report.defects.push(`seed ${seed}: the process ended ${current} (${code ?? signal})`);
  }
}

function count({ number, total, outcome, detail }: DamageOutcome, { options, report }: Run): void {
  report.cases += 1;
  report.outcomes[outcome] = (report.outcomes[outcome] ?? 0) + 1;
  if (outcome === "defect" && report.defects.length < MAX_DEFECTS) {
    report.defects.push(`seed ${options.seed}, case ${number}: ${detail}`);
  }
  options.onProgress?.(report.cases, total);
}
