import { retryAfterMs, MemoryError, type MemoryErrorCode } from "../../../errors/memory-error.js";
import { unlessAborted } from "../../../internal/async/notify.js";
import type { Logger, Schedule } from "../../../model/call-options.js";
import { retryDelay, type ResolvedRetry } from "../retry/embedding-retry.js";
import type { DrainResult, WorkerState } from "./drain-queue.js";
import type { QueueWork } from "./queue-options.js";

/** Dependencies of `EmbeddingWorkers`. */
export interface EmbeddingWorkersParts {
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly logger: Logger;
  readonly delays: ResolvedRetry;
  /** Opens the store, if it is not open. */
  readonly open: (signal: AbortSignal) => Promise<void>;
  /** Embeds what is due. */
  readonly drain: (work: QueueWork, state: WorkerState) => Promise<DrainResult>;
}

/** Codes of errors that no later try can mend. */
const PERMANENT: ReadonlySet<MemoryErrorCode> = new Set([
  "schema-too-new",
  "invalid-input",
  "closed",
]);

/** Workers of one memory: each polls for what is due until its abort or the memory's close. */
export class EmbeddingWorkers {
  readonly #parts: EmbeddingWorkersParts;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: EmbeddingWorkersParts) {
    this.#parts = parts;
  }

  /** Works until an abort or the close of the memory, and throws what no later try can mend. */
  async run(work: QueueWork, pace: WorkerPace): Promise<void> {
    const { signal: closing } = this.#closing;
    if (closing.aborted) throw new MemoryError("closed", "memory is closed; create a new one");
    const signal = work.signal ? AbortSignal.any([work.signal, closing]) : closing;
    const running = this.#loop({ ...work, signal }, pace);
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Aborts all workers and awaits their end. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the memory is being closed"));
    await Promise.allSettled(this.#running);
  }

  async #loop(work: AbortableWork, { pollMs, state }: WorkerPace): Promise<void> {
    const { random, delays } = this.#parts;
    for (let failures = 0; !work.signal.aborted;) {
      const failure = await this.#drain(work, state);
      const poll = pollMs / 2 + (random() * pollMs) / 2;
      const pause = Math.max(retryDelay(delays, failures, random), retryAfterMs(failure));
      failures = failure === undefined ? 0 : failures + 1;
      await this.#wait(failure === undefined ? poll : pause, work.signal);
    }
  }

  /** Returns the failure, if there is one. */
  async #drain(work: AbortableWork, state: WorkerState): Promise<unknown> {
    let isOpen = false;
    try {
      await this.#parts.open(work.signal);
      isOpen = true;
      const { failure } = await this.#parts.drain(work, state);
      return failure;
    } catch (error) {
      if (work.signal.aborted) return undefined;
      const known = MemoryError.is(error) ? error : undefined;
      const isPermanent = isOpen ? known && PERMANENT.has(known.code) : known?.retryable === false;
      if (isPermanent === true) throw error;
      const reason = known?.message ?? "unknown";
      this.#parts.logger.error("a worker could not embed what is queued", { reason });
      return error ?? new Error("unknown");
    }
  }

  async #wait(delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.schedule(resolve, delayMs);
    await unlessAborted(promise, signal).catch(() => undefined);
    cancel();
  }
}

/** Longest wait for new work, and what the worker knows. */
interface WorkerPace {
  readonly pollMs: number;
  readonly state: WorkerState;
}

interface AbortableWork extends QueueWork {
  readonly signal: AbortSignal;
}
