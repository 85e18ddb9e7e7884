import { CliError } from "../../command/cli-error.js";
import { codeOf } from "../../files.js";
import { failureOf } from "../../output/failure.js";
import { isGone } from "./collect-files.js";
import { importPassages, type NamedPassages } from "./import-passages.js";
import { importExport, importForeign, type SourceOptions } from "./import-source.js";
import { type LoadOptions, loadSource } from "./load-source.js";
import { failedReport, fileReport, type FileReport } from "./report.js";
import type { Source } from "./source.js";

/** Options of an import. */
export interface ImportSourcesOptions extends SourceOptions, LoadOptions {
  /** Hears how many sources were read. */
  readonly onSource: (done: number, total: number) => void;
  /** Rejects with the error of a source that fails, instead of going on. */
  readonly throws: boolean;
}

/** Files and passages that are compared and written together. */
const BATCH_FILES = 200;
const BATCH_PASSAGES = 2_000;

/**
 * Imports sources one after the other. One that fails does not stop the others; what the caller
 * aborts, and a store that fails, do.
 */
export async function importSources(
  sources: readonly Source[],
  options: ImportSourcesOptions,
): Promise<readonly FileReport[]> {
  const reports = new Map<string, FileReport>();
  let waiting: NamedPassages[] = [];
  const flush = async (): Promise<void> => {
    for (const report of await writeAll(waiting, options)) reports.set(report.file, report);
    waiting = [];
  };
  for (const [index, source] of sources.entries()) {
    options.signal.throwIfAborted();
    const done = await importOne(source, options).catch((given: unknown) => {
      const error = inFlags(given, options.signal);
      if (options.throws || isFatal(error, options.signal)) throw error;
      return failedReport(source.name, error, options);
    });
    // Places of files in the report are those of the sources.
    if ("file" in done) reports.set(source.name, done);
    else {
      reports.set(source.name, fileReport(source.name, done.format, {}));
      waiting.push(done);
    }
    const passages = waiting.reduce((sum, one) => sum + one.passages.length, 0);
    if (waiting.length >= BATCH_FILES || passages >= BATCH_PASSAGES) await flush();
    options.onSource(index + 1, sources.length);
  }
  await flush();
  return [...reports.values()];
}

/** Imports a source, or returns its passages, to be written with those of others. */
async function importOne(
  source: Source,
  options: ImportSourcesOptions,
): Promise<FileReport | NamedPassages> {
  const loaded = await loadSource(source, options).catch((error: unknown) => {
    // It was in its folder a moment ago.
    if (source.isNamed || !isGone(error)) throw error;
    return { type: "ignored" as const, ignored: "gone" };
  });
  const { name } = source;
  if (loaded.type === "passages") return loaded.file;
  if (loaded.type === "ignored") return fileReport(name, undefined, { ignored: loaded.ignored });
  if (loaded.type === "lines") return importExport(name, loaded, options);
  return importForeign(name, loaded, options);
}

/** Writes passages of several files, one by one if they fail together. */
async function writeAll(
  files: readonly NamedPassages[],
  options: ImportSourcesOptions,
): Promise<readonly FileReport[]> {
  if (files.length === 0) return [];
  try {
    return await importPassages(files, options);
  } catch (error) {
    if (options.throws || isFatal(error, options.signal)) throw error;
    const [first, ...others] = files;
    if (first === undefined) return [];
    if (others.length === 0)
      return [failedReport(first.name, error, { ...options, format: first.format })];
    const reports: FileReport[] = [];
    for (const file of files) reports.push(...(await writeAll([file], options)));
    return reports;
  }
}

/** Errors after which other files would fail, too. */
function isFatal(error: unknown, signal: AbortSignal): boolean {
  const code = codeOf(error) ?? "";
  return signal.aborted || code.startsWith("store-") || code.startsWith("vector-space");
}

/** Words of messages for programs, and the flags that stand for them. */
const FLAGS = [
  ["say with onConflict", "say with --on-conflict"],
  ['pass scopeBy: ["user_id"]', "say --scope-by user_id"],
] as const;

/** Returns an error that names flags instead of options of the library. */
function inFlags(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message, hint, exitCode } = failureOf(error, signal);
  const [option, flag] = FLAGS.find(([words]) => message.includes(words)) ?? [];
  if (option === undefined || flag === undefined) return error;
  return new CliError(code, message.replace(option, flag), { exitCode, hint, cause: error });
}
