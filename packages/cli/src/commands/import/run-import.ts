import { stat } from "node:fs/promises";
import { resolve } from "node:path";

import type { Call } from "../../command/call.js";
import type { IMPORT_FLAGS } from "../../table/move-commands.js";
import { collectFiles, findRoot, type Collected, type Root } from "./collect-files.js";
import { forgetPassages } from "./import-passages.js";
import { importSources, type ImportSourcesOptions } from "./import-sources.js";
import {
  failedReport,
  totalReport,
  fileReport,
  type FileReport,
  type ImportReport,
} from "./report.js";
import type { Source } from "./source.js";
import { readStored } from "./stored-passages.js";

/** A call of `import`. */
export type ImportCall = Call<typeof IMPORT_FLAGS>;

/** Arguments of an import, looked at. */
export interface ImportRoots {
  readonly roots: readonly Root[];
  readonly streams: readonly Source[];
}

/** Options of a look at the roots. */
export interface LookOptions extends ImportSourcesOptions {
  /** Forget the passages of files that are gone from the folders. */
  readonly prune: boolean;
}

/** Looks at the arguments before anything is imported. @throws `CliError` if one is not there. */
export async function findRoots({ args, host }: ImportCall): Promise<ImportRoots> {
  const roots: Root[] = [];
  const streams: Source[] = [];
  for (const given of new Set(args)) {
    const path = resolve(host.cwd, given);
    // Such as the output of another program, in shells that make a path of it.
    const isPipe = (await stat(path).catch(() => undefined))?.isFIFO() === true;
    if (given === "-") streams.push(streamSource("standard input", host.stdin));
    else if (isPipe) streams.push(streamSource(given, path));
    else roots.push(await findRoot(given, path, host));
  }
  return { roots, streams };
}

function streamSource(name: string, from: Source["from"]): Source {
  return { name, file: undefined, from, isNamed: true, stamp: "", isEmpty: false };
}

/** Imports everything that the roots and streams hold. */
export async function importAll(
  { roots, streams }: ImportRoots,
  options: LookOptions,
  choose: (sources: readonly Source[]) => readonly Source[] = (all) => all,
): Promise<ImportReport> {
  const sources = new Map<string, Source>(streams.map((one) => [one.name, one]));
  const failed: FileReport[] = [];
  const looked: { readonly root: Root; readonly collected: Collected }[] = [];
  for (const root of roots) {
    const collected = await collectFiles(root);
    looked.push({ root, collected });
    for (const source of collected.sources) {
      const before = sources.get(source.name);
      if (before?.isNamed !== true) sources.set(source.name, source);
    }
    for (const { name, error } of collected.unreadable) {
      failed.push(failedReport(name, error, { signal: options.signal }));
    }
  }
  const throws = options.throws && sources.size === 1 && failed.length === 0;
  const chosen = choose([...sources.values()]);
  const reports = await importSources(chosen, { ...options, throws });
  const pruned: FileReport[] = [];
  for (const one of options.prune ? looked : []) pruned.push(...(await prune(one, options)));
  return totalReport([...reports, ...pruned, ...failed]);
}

/** Forgets the passages of files that are gone from a folder. */
async function prune(
  { root, collected }: { readonly root: Root; readonly collected: Collected },
  options: LookOptions,
): Promise<readonly FileReport[]> {
  // Files of a folder that could not be read may still be there.
  if (!root.isFolder || collected.unreadable.length > 0) return [];
  const there = new Set(collected.sources.map(({ name }) => name));
  const stored = await readStored(options.mind, { folder: root.name }, options);
  const gone = stored.filter(({ file }) => !there.has(file));
  if (!options.isDryRun)
    await forgetPassages(
      gone.map(({ id }) => id),
      options,
    );
  return [...Map.groupBy(gone, ({ file }) => file)].map(([file, passages]) =>
    fileReport(file, undefined, { forgotten: passages.length }),
  );
}
