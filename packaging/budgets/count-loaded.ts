import { join } from "node:path";

import { runCommand } from "../run-command.ts";

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
