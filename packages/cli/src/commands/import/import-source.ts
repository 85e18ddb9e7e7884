import type { ExportLine, ImportOptions } from "@kioku/core";
import { LineReader } from "@kioku/core/toolkit";
import { importMemories, type ForeignMemory } from "@kioku/formats";

import { CliError, usageError } from "../../command/cli-error.js";
import type { WritingOptions } from "./import-passages.js";
import type { Loaded } from "./load-source.js";
import { fileReport, type FileReport } from "./report.js";

/** Options of importing a source that is no file of passages. */
export interface SourceOptions extends WritingOptions {
  readonly onConflict: ImportOptions["onConflict"];
  /** Hears how many memories were written. */
  readonly onProgress: (done: number) => void;
}

type Memories = Extract<Loaded, { readonly type: "memories" }>;
type Lines = Extract<Loaded, { readonly type: "lines" }>;

/** Imports the memories of another system. */
export async function importForeign(
  name: string,
  { format, memories }: Memories,
  options: SourceOptions,
): Promise<FileReport> {
  const { mind, signal, trust, isDryRun, onProgress } = options;
  let found = 0;
  const counted = async function* (): AsyncGenerator<ForeignMemory> {
    for await (const memory of memories) {
      signal.throwIfAborted();
      found += 1;
      yield trust === undefined ? memory : distrusted(memory, trust);
    }
  };
  if (isDryRun) {
    for await (const _ of counted());
    return fileReport(name, format, { found });
  }
  const report = await importMemories(mind, counted(), {
    signal,
    cause: "import",
    onProgress: ({ stored, queued, duplicate }) => onProgress(stored + queued + duplicate),
  });
  if (report.rejected > 0) {
    throw new CliError(
      "failed",
      `${report.rejected} memories were not trusted enough to replace others`,
    );
  }
  const { duplicate } = report;
  return fileReport(name, format, { found, stored: report.stored + report.queued, duplicate });
}

/** Imports an export of Kioku, as it is read. */
export async function importExport(
  name: string,
  { lines }: Lines,
  options: SourceOptions,
): Promise<FileReport> {
  const { mind, signal, trust, onConflict, isDryRun, onProgress } = options;
  if (trust !== undefined)
    throw usageError("an export of Kioku keeps its trust: leave out --trust");
  if (isDryRun) {
    return fileReport(name, "kioku", { found: await countRecords(lines, signal) });
  }
  const report = await mind.import(lines, {
    signal,
    ...(onConflict === undefined ? {} : { onConflict }),
    onProgress: ({ written, unchanged }) => onProgress(written + unchanged),
  });
  const { written, unchanged, skipped, erased } = report;
  return fileReport(name, "kioku", {
    found: written + unchanged + skipped,
    stored: written,
    duplicate: unchanged,
    skipped,
    erased,
  });
}

/** Checks all lines, and counts the records. */
async function countRecords(
  lines: AsyncIterable<ExportLine>,
  signal: AbortSignal,
): Promise<number> {
  const reader = new LineReader([]);
  let found = 0;
  for await (const line of lines) {
    signal.throwIfAborted();
    if (reader.read(line).type === "record") found += 1;
  }
  reader.end();
  return found;
}

/** Lowers the trust of a memory. */
function distrusted({ scope, input }: ForeignMemory, trust: number): ForeignMemory {
  const own = input.trust ?? (input.origin === "tool" || input.origin === "web" ? 0.5 : 1);
  return { scope, input: { ...input, trust: Math.min(own, trust) } };
}
