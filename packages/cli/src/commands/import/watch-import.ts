import { existsSync } from "node:fs";

import type { Schedule } from "@kioku/core";

import { EXIT } from "../../command/cli-error.js";
import { failureOf } from "../../output/failure.js";
import type { Printer } from "../../output/printer.js";
import { shown } from "../../output/shown.js";
import type { FileReport } from "./report.js";
import { importAll, type ImportRoots, type LookOptions } from "./run-import.js";
import { showFile } from "./show-report.js";
import { watchChanges } from "./watch-changes.js";

const TIMES = { quietMs: 200, patienceMs: 2_000, rescanMs: 5_000 };

/**
 * Imports what the roots hold, and what changes in them, until Ctrl-C, which is its proper end.
 * Prints each file that brought something.
 */
export async function watchImport(
  { roots }: ImportRoots,
  options: LookOptions & { readonly schedule: Schedule },
  print: Printer,
): Promise<number> {
  const { signal, schedule } = options;
  const { style } = print;
  let seen = new Map<string, string>();
  const look = async (): Promise<readonly FileReport[]> => {
    // A folder that is gone may come back, such as a drive: nothing of it is forgotten.
    const there = roots.filter(({ path }) => existsSync(path));
    const quiet = { ...options, onSource: () => undefined, onProgress: () => undefined };
    const { files } = await importAll({ roots: there, streams: [] }, quiet, (sources) => {
      const before = seen;
      // Only of files that are there: what comes back is read again.
      seen = new Map(sources.map(({ name, stamp }) => [name, stamp]));
      // An editor may be about to write an empty file.
      return sources.filter(({ name, stamp, isEmpty }) => !isEmpty && before.get(name) !== stamp);
    });
    return files.filter((file) => isNews(file));
  };
  let isFirst = true;
  try {
    for await (const _ of watchChanges(roots, { signal, schedule, ...TIMES })) {
      for (const file of await look().catch(async (error: unknown) => {
        const { message, exitCode } = failureOf(error, signal);
        if (exitCode !== EXIT.tryAgain) throw error;
        // At the next look, everything is compared again.
        seen = new Map();
        await print.note(`kioku: ${shown(message)}`);
        return [];
      })) {
        await print.item(file, () => [showFile(file, { style, isDryRun: false })]);
      }
      if (isFirst) await print.note("Watching; Ctrl-C ends it");
      isFirst = false;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return EXIT.ok;
}

function isNews({ stored, updated, forgotten, erased, error }: FileReport): boolean {
  return error !== undefined || stored + updated + forgotten + erased > 0;
}
