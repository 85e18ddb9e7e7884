import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";

/** How many fresh processes start for each entry point in one round. */
const STARTS = 3;
const COUNTER = join(import.meta.dirname, "count-loaded.mjs");
const cwd = import.meta.dirname;

/** What importing an entry point loads. */
export interface Loaded {
  readonly modules: number;
  readonly bytes: number;
}

/** Counts the modules that importing an entry point loads, those of dependencies included. */
export async function countLoaded(specifier: string): Promise<Loaded> {
  const { ok, stdout, output } = await runCommand(process.execPath, [COUNTER, specifier], { cwd });
  if (!ok) throw new Error(`import "${specifier}" failed:\n${output}`);
  return JSON.parse(stdout) as Loaded;
}

/**
 * How often the processor time of a bare start of Node a start with each import takes, by
 * specifier: the median of pairs of fresh processes, one straight after the other. Waiting for
 * other work is not in it, and what slows down the processor slows down both.
 */
export async function measureImports(
  specifiers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const quotients = await mapAtOnce(specifiers, 1, async (specifier) => {
    const pairs = await mapAtOnce(Array.from({ length: STARTS }), 1, async () => {
      const without = await startTime("");
      return (await startTime(`import "${specifier}";`)) / without;
    });
    return [specifier, median(pairs)] as const;
  });
  return new Map(quotients);
}

const PRINT_TIME = "const { user, system } = process.cpuUsage(); console.log(user + system);";

/** Processor time of a process, from its start, in microseconds. */
async function startTime(program: string): Promise<number> {
  const args = ["--input-type=module", "--eval", program + PRINT_TIME];
  const { ok, stdout, output } = await runCommand(process.execPath, args, { cwd });
  if (!ok) throw new Error(output);
  return Number(stdout);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
