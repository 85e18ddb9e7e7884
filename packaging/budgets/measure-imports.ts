import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";

/** Number of fresh processes per entry point in one round. */
const STARTS = 3;
const COUNTER = join(import.meta.dirname, "count-loaded.mjs");
const cwd = import.meta.dirname;

/** Modules and bytes that importing an entry point loads. */
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
 * Returns the ratio of processor time of a start of Node with each import to a bare start, by
 * specifier: the median of pairs of fresh processes, one straight after the other. A slow processor
 * slows down both.
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
