import { resolve } from "node:path";

import type { ExportLine, MemoryRecord } from "@kioku/core";
import { LineReader } from "@kioku/core/toolkit";

import type { Call } from "../../command/call.js";
import { usageError } from "../../command/cli-error.js";
import { STATE_KINDS } from "../../command/selection.js";
import { toJson } from "../../output/create-printer.js";
import { shown } from "../../output/shown.js";
import type { EXPORT_FLAGS } from "../../table/move-commands.js";
import { onlyFile, pamFiles } from "./pam-files.js";
import { toCsv } from "./to-csv.js";
import { toMemoriesPage } from "./to-memories-page.js";
import { requireFree, writeNewFile, writeNewFolder } from "./write-new.js";

/** A call of `export`. */
export type ExportCall = Call<typeof EXPORT_FLAGS>;

/** Result of an export. */
export interface Exported {
  /** Where to; absent for standard output. */
  readonly file?: string;
  readonly format: string;
  /** Records, deleted ones with their history included; for pam, memories and conversations. */
  readonly records: number;
  /** Marks of what was erased. */
  readonly tombstones: number;
  readonly bytes?: number;
}

interface Counter {
  records: number;
  tombstones: number;
}

/** Refuses flags that do nothing for the format. */
export function checkFlags({ flags }: ExportCall): void {
  const { format = "kioku" } = flags;
  const unfit = [
    flags.vectors && format !== "kioku" && format !== "pam" ? "--vectors" : undefined,
    flags["no-history"] && format !== "kioku" ? "--no-history" : undefined,
    flags.tombstones && format !== "kioku" ? "--tombstones" : undefined,
  ].find((name) => name !== undefined);
  if (unfit !== undefined) throw usageError(`${unfit} does nothing with --format ${format}`);
}

/** Exports to a file or a folder. */
export async function exportToFile(call: ExportCall, output: string): Promise<Exported> {
  const { flags, host, signal } = call;
  const { format = "kioku" } = flags;
  const file = resolve(host.cwd, output);
  await requireFree(file);
  const counter = { records: 0, tombstones: 0 };
  const lines = await exportLines(call, counter);
  if (format === "pam" && !file.endsWith(".json")) {
    const { files, records } = await pamFiles(lines, await scopeOf(call));
    const bytes = await writeNewFolder(file, files, signal);
    return { file, format, records, tombstones: 0, bytes };
  }
  const texts = await toTexts(call, lines, counter);
  const bytes = await writeNewFile(file, inChunks(texts), signal);
  return { file, format, ...counter, bytes };
}

/** Exports to standard output. */
export async function exportToOutput(call: ExportCall): Promise<Exported> {
  const { flags, host, print } = call;
  const counter = { records: 0, tombstones: 0 };
  const lines = await exportLines(call, counter);
  const texts = await toTexts(call, lines, counter);
  // A terminal would obey some characters; JSON has escapes for them.
  const isText = flags.format === "csv" || flags.format === "markdown";
  const safe = host.stdout.isTTY === true && isText ? shown : (text: string) => text;
  for await (const text of inChunks(texts)) await print.raw(safe(text));
  return { format: flags.format ?? "kioku", ...counter };
}

async function scopeOf({ open }: ExportCall): Promise<readonly string[]> {
  return (await open()).memory.scopePath;
}

/** Returns the lines of the export, which are counted as they are read. */
async function exportLines(
  { flags, open, print, signal }: ExportCall,
  counter: Counter,
): Promise<AsyncIterable<ExportLine>> {
  const { memory } = await open();
  const lines = memory.export({
    signal,
    reach: flags.here ? "here" : "below",
    records: !flags.tombstones,
    history: (flags.format ?? "kioku") === "kioku" && !flags["no-history"],
    vectors: flags.vectors,
    onProgress: print.progress("Exporting"),
  });
  return counted(lines, counter);
}

async function* counted(
  lines: AsyncIterable<ExportLine>,
  counter: Counter,
): AsyncGenerator<ExportLine> {
  for await (const line of lines) {
    if (line.type === "record") counter.records += 1;
    else if (line.type === "tombstone") counter.tombstones += 1;
    yield line;
  }
}

async function toTexts(
  call: ExportCall,
  lines: AsyncIterable<ExportLine>,
  counter: Counter,
): Promise<AsyncIterable<string>> {
  const { flags, host } = call;
  const now = host.clock();
  if (flags.format === "csv") return toCsv(exportedRecords(lines, now));
  if (flags.format === "markdown") return toMemoriesPage(exportedRecords(lines, now), now);
  if (flags.format === "pam") {
    const files = await pamFiles(lines, await scopeOf(call));
    counter.records = files.records;
    counter.tombstones = 0;
    return once(onlyFile(files));
  }
  return jsonLines(lines, host.stdout.isTTY === true && flags.output === undefined);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* jsonLines(
  lines: AsyncIterable<ExportLine>,
  isTerminal: boolean,
): AsyncGenerator<string> {
  for await (const line of lines) yield `${isTerminal ? toJson(line) : JSON.stringify(line)}\n`;
}

const CHUNK = 65_536;

/** Joins short texts, so that each write is worth its while. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < CHUNK) continue;
    yield waiting.join("");
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join("");
}

const STATES: ReadonlySet<string> = new Set(STATE_KINDS);

/**
 * Yields the memories of an export as they are now, scope by scope: those that are neither deleted
 * nor expired, without the states of a mind.
 */
async function* exportedRecords(
  lines: AsyncIterable<ExportLine>,
  now: Date,
): AsyncGenerator<MemoryRecord> {
  const reader = new LineReader([]);
  for await (const line of lines) {
    const incoming = reader.read(line);
    if (incoming.type !== "record") continue;
    const { record } = incoming.record.revisions.at(-1) ?? {};
    if (record === undefined || STATES.has(record.kind)) continue;
    if (record.expiresAt === undefined || record.expiresAt > now) yield record;
  }
  reader.end();
}
