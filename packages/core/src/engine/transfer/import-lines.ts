import type { ExportLine, ImportOptions, ImportReport } from "../../api/transfer.js";
import type { Tombstone } from "../../contracts/history.js";
import type { StoredSpace, WriteOp } from "../../contracts/write-op.js";
import { safeProgress } from "../../internal/async/notify.js";
import { invalidInput, isIterable } from "../../internal/check/check.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import type { IncomingRecord } from "./check-exported-record.js";
import { eraseTombstoned } from "./erase-tombstoned.js";
import { checkImportCall, type Counts, type ImportCall } from "./import-call.js";
import { importEarlier, importRecords, type Earlier, type Outcome } from "./import-records.js";
import { LineReader, type Incoming } from "./line-reader.js";

/** Limits of one batch, so that memory stays flat however long the records are. */
const BATCH = { records: 500, characters: 4 * 1024 * 1024 } as const;

/** Writes the lines of an export into a scope. */
export async function importLines(
  engine: Engine,
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  given: ImportOptions & { readonly scope: Scope },
): Promise<ImportReport> {
  const call = checkImportCall(given);
  if (!isIterable(lines)) {
    throw invalidInput("lines", "the lines of an export; parseJsonLines makes them of text", lines);
  }
  return engine.lifecycle.run(call.signal, async () => {
    const importer = new Importer(engine, call);
    const reader = new LineReader(call.scope);
    try {
      await forEachLine(lines, async (line) => {
        call.signal?.throwIfAborted();
        await importer.take(reader.read(line));
      });
      reader.end();
    } catch (error) {
      // The lines before one that cannot be read are imported all the same.
      if (!importer.hasFailed && !call.signal?.aborted) await importer.finish();
      throw error;
    }
    await importer.finish();
    return importer.report;
  });
}

/** Takes each line. Lines of a list are not awaited: a member `then` must not be called. */
async function forEachLine(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
  take: (line: ExportLine) => Promise<void>,
): Promise<void> {
  if (Symbol.asyncIterator in lines) for await (const line of lines) await take(line);
  else for (const line of lines) await take(line);
}

class Importer {
  readonly #engine: Engine;
  #call: ImportCall;
  readonly #counts: Counts = { written: 0, unchanged: 0, skipped: 0, erased: 0, queued: 0 };
  #spaces: StoredSpace[] = [];
  #records: IncomingRecord[] = [];
  #characters = 0;
  #tombstones: Tombstone[] = [];
  #mustErase = false;
  /** True if writing failed, so that nothing more is to be written. */
  hasFailed = false;
  /** Outcome of the last record so far. */
  #outcome: Outcome = "left out";

  constructor(engine: Engine, call: ImportCall) {
    this.#engine = engine;
    this.#call = { ...call, onProgress: safeProgress(call.onProgress, engine.logger) };
  }

  get report(): ImportReport {
    return { ...this.#counts };
  }

  async take(incoming: Incoming): Promise<void> {
    if (incoming.type === "header") this.#call = { ...this.#call, history: incoming.parts.history };
    if (incoming.type === "space") this.#spaces.push(incoming.space);
    if (incoming.type === "record") {
      this.#records.push(incoming.record);
      this.#characters += incoming.size;
    }
    if (incoming.type === "revisions") await this.#takeEarlier(incoming);
    if (incoming.type === "tombstone") this.#tombstones.push(incoming.tombstone);
    const most = Math.max(this.#records.length, this.#tombstones.length);
    if (most >= BATCH.records || this.#characters >= BATCH.characters) await this.#flush();
  }

  async #takeEarlier(earlier: Earlier): Promise<void> {
    await this.#flush();
    const given = { outcome: this.#outcome, call: this.#call, counts: this.#counts };
    this.#outcome = await this.#guard(() => importEarlier(this.#engine, earlier, given));
    if (this.#outcome === "erased") this.#mustErase = true;
  }

  /** Writes the last batch, and removes what tombstones say was erased. */
  async finish(): Promise<void> {
    await this.#flush();
    if (!this.#mustErase) return;
    this.#mustErase = false;
    this.#counts.erased += await this.#guard(() => eraseTombstoned(this.#engine, this.#call));
    this.#call.onProgress?.(this.report);
  }

  async #flush(): Promise<void> {
    const [spaces, records, tombstones] = [this.#spaces, this.#records, this.#tombstones];
    if (spaces.length + records.length + tombstones.length === 0) return;
    this.#spaces = [];
    this.#records = [];
    this.#tombstones = [];
    this.#characters = 0;
    await this.#guard(async () => {
      await this.#write(
        spaces.map(({ id, dimensions, state }) => {
          return { op: "space", space: { id, dimensions }, state, unlessKnown: true };
        }),
      );
      const erased = this.#counts.erased;
      if (records.length > 0) {
        const given = { call: this.#call, counts: this.#counts };
        this.#outcome = await importRecords(this.#engine, records, given);
      }
      await this.#write(tombstones.map((tombstone) => ({ op: "tombstone", ...tombstone })));
      if (tombstones.length > 0 || this.#counts.erased > erased) this.#mustErase = true;
    });
    this.#call.onProgress?.(this.report);
  }

  async #write(ops: readonly WriteOp[]): Promise<void> {
    if (ops.length > 0) await this.#engine.store.write(ops, { signal: this.#call.signal });
  }

  async #guard<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
