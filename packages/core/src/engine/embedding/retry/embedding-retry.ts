import type { RetryOptions } from "../../../api/options.js";
import type { WriteResult } from "../../../contracts/write-op.js";
import { retryAfterMs, MemoryError } from "../../../errors/memory-error.js";
import { MAX_DELAY_MS } from "../../../internal/async/timers.js";
import { checkMembers, checkNumber } from "../../../internal/check/check.js";
import { recordKey } from "../../../internal/record-key.js";
import type { Logger, Schedule } from "../../../model/call-options.js";
import type { RecordId } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import {
  embedForWriting,
  embedOp,
  emitEmbedded,
  withoutFoundVector,
  writeVectors,
} from "../spaces/embed-for-writing.js";

/** Retry options with every default filled in. */
export interface ResolvedRetry {
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
}

const MIN_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 300_000;

/** Checks the option and fills in its defaults, also where the option is `false`. */
export function resolveRetryDelays(given: boolean | RetryOptions = true): ResolvedRetry {
  const options = typeof given === "boolean" ? {} : given;
  checkMembers(options, "retryEmbedding", ["minDelayMs", "maxDelayMs"]);
  const { maxDelayMs = DEFAULT_MAX_DELAY_MS } = options;
  checkNumber(maxDelayMs, "retryEmbedding.maxDelayMs", { above: 0, max: MAX_DELAY_MS });
  const { minDelayMs = Math.min(MIN_DELAY_MS, maxDelayMs) } = options;
  checkNumber(minDelayMs, "retryEmbedding.minDelayMs", { above: 0, max: maxDelayMs });
  return { minDelayMs, maxDelayMs };
}

/** Returns the milliseconds to wait after failures in a row. Half of the wait is random. */
export function retryDelay(
  { minDelayMs, maxDelayMs }: ResolvedRetry,
  failures: number,
  random: () => number,
): number {
  const wait = Math.min(minDelayMs * 2 ** failures, maxDelayMs);
  return wait / 2 + (random() * wait) / 2;
}

/** Result of one try. */
interface PendingResult {
  /** Records that have no vector yet, and may get one later, and why. */
  readonly left: readonly RecordId[];
  readonly failure?: MemoryError | undefined;
  /** Records that no embedder can embed, though one of them has embedded others. */
  readonly unfit: readonly RecordId[];
  /** Number of records that got their vectors. */
  readonly written: number;
}

/** Dependencies of `EmbeddingRetry`. */
export interface EmbeddingRetryParts {
  /** Absent: nothing is tried again. */
  readonly options: ResolvedRetry | undefined;
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly logger: Logger;
  readonly embed: (refs: readonly RecordId[], signal: AbortSignal) => Promise<PendingResult>;
}

/** Most records that wait; the others are left to `reindex`. */
const MAX_WAITING = 100_000;
/** Most records of one batch. Halved with each failure, so that one text holds up few others. */
const MAX_BATCH = 256;
const NO_VECTOR = new MemoryError("embedder-failed", "no embedder gave a vector");

/** Embeds later what was written without a vector: one try at a time, with growing delays. */
export class EmbeddingRetry {
  readonly #parts: EmbeddingRetryParts;
  readonly #closing = new AbortController();
  /** In the order in which they are tried. */
  readonly #waiting = new Map<string, RecordId>();
  #batchSize = MAX_BATCH;
  /** Tries in a row that wrote nothing. */
  #failures = 0;
  #isFull = false;
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: EmbeddingRetryParts) {
    this.#parts = parts;
  }

  /** True if failed texts are embedded later. */
  get isOn(): boolean {
    return this.#parts.options !== undefined;
  }

  /** Adds records that were written without a vector. */
  add(refs: readonly RecordId[]): void {
    if (!this.#parts.options || this.#closing.signal.aborted) return;
    for (const { scope, id } of refs) this.#waiting.set(recordKey({ scope, id }), { scope, id });
    this.#leaveOldest();
    if (!this.#running) this.#scheduleNext(0);
  }

  /** Aborts what is scheduled or running, and awaits its end. */
  async close(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#closing.abort(new Error("the memory is being closed"));
    await this.#running;
  }

  #leaveOldest(): void {
    for (const name of this.#waiting.keys()) {
      if (this.#waiting.size <= MAX_WAITING) return;
      this.#waiting.delete(name);
      if (this.#isFull) continue;
      this.#isFull = true;
      const message = `more than ${MAX_WAITING} records wait for their vectors; the oldest are left to reindex()`;
      this.#parts.logger.warn(message);
    }
  }

  #scheduleNext(leastMs: number): void {
    const { options, schedule } = this.#parts;
    const isIdle = this.#waiting.size === 0 || this.#closing.signal.aborted;
    if (!options || isIdle || this.#cancel) return;
    const start = (): void => {
      this.#cancel = undefined;
      this.#running ??= this.#try().then((leastDelayMs) => {
        this.#running = undefined;
        this.#scheduleNext(leastDelayMs);
      });
    };
    try {
      const delay = retryDelay(options, this.#failures, this.#parts.random);
      this.#cancel = schedule(start, Math.max(delay, leastMs));
    } catch (error) {
      // The records are written: their call must not fail. The next `add` schedules again.
      this.#parts.logger.error("vectors could not be scheduled to be made later", { error });
    }
  }

  /** Embeds until something fails. Returns the milliseconds that the failure asks to wait. */
  async #try(): Promise<number> {
    const { signal } = this.#closing;
    while (this.#waiting.size > 0 && !signal.aborted) {
      const failure = await this.#tryBatch(signal);
      if (failure === undefined || signal.aborted) continue;
      const reason = MemoryError.is(failure) ? failure.message : "unknown";
      this.#parts.logger.warn(`${this.#waiting.size} records wait for their vectors`, { reason });
      return retryAfterMs(failure);
    }
    return 0;
  }

  #giveUp(unfit: readonly RecordId[]): void {
    if (unfit.length === 0) return;
    const ids = unfit.slice(0, 10).map(({ id }) => id);
    const message = `${unfit.length} records stay without a vector: no embedder can embed their texts`;
    this.#parts.logger.error(message, { ids });
  }

  /** Embeds one batch; records that failed wait at the end. Returns the failure. */
  async #tryBatch(signal: AbortSignal): Promise<unknown> {
    const batch = [...this.#waiting.entries()].slice(0, this.#batchSize);
    // Removed first: a record that is added meanwhile has a new text.
    for (const [name] of batch) this.#waiting.delete(name);
    const refs = batch.map(([, ref]) => ref);
    try {
      const { left, unfit, written, failure } = await this.#parts.embed(refs, signal);
      this.#giveUp(unfit);
      for (const { scope, id } of left) this.#waiting.set(recordKey({ scope, id }), { scope, id });
      const isStuck = left.length > 0 && written === 0;
      this.#failures = isStuck ? this.#failures + 1 : 0;
      const size = this.#batchSize * (left.length > 0 ? 0.5 : 2);
      this.#batchSize = Math.min(Math.max(Math.floor(size), 1), MAX_BATCH);
      return left.length > 0 ? (failure ?? NO_VECTOR) : undefined;
    } catch (error) {
      for (const [name, ref] of batch) this.#waiting.set(name, ref);
      this.#failures += 1;
      return error;
    }
  }
}

/** Embeds records as their text is now, unless they are gone or have a vector by now. */
export async function embedPending(
  engine: Engine,
  refs: readonly RecordId[],
  signal: AbortSignal,
): Promise<PendingResult> {
  const { store } = engine;
  const found = await store.get(refs, { now: engine.clock(), signal });
  const present = found.filter((record) => record !== undefined);
  const records = await withoutFoundVector(engine, present, { signal });
  if (records.length === 0) return { left: [], unfit: [], written: 0 };
  const contents = records.map(({ content }) => content);
  const { texts, failure, spaceOps } = await embedForWriting(engine, contents, { signal });
  const ops = records.flatMap((record, index) => {
    // A vector that recall does not ask for is not all that is to come.
    const { vectors = [], isFound = false } = texts[index] ?? {};
    return vectors.map((vector) => embedOp(record, vector, isFound));
  });
  const write = (): Promise<readonly WriteResult[]> =>
    store.write([...spaceOps, ...ops], { signal });
  const results = ops.length > 0 ? await writeVectors(engine, write, { signal }) : [];
  const applied = ops.filter((_, index) => results[spaceOps.length + index]?.applied);
  const written = new Set(applied.map(recordKey));
  const missing = records.filter((_, index) => texts[index]?.isFound !== true);
  // An embedder that has never taken a text may be set up wrongly.
  const isProven = engine.embedders.some((embedder) => embedder.isProven);
  const unfit = records.filter((_, index) => isProven && texts[index]?.isUnfit === true);
  const left = missing.filter((record) => !unfit.includes(record));
  const embedded = records.filter((one) => !missing.includes(one) && written.has(recordKey(one)));
  emitEmbedded(engine, embedded);
  return { left, unfit, written: embedded.length, failure };
}
