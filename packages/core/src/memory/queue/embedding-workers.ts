import { MemoryError } from "../../errors/memory-error.js";
import type { Schedule } from "../../model/schedule.js";
import type { Logger } from "../logger.js";
import { retryAfterMs } from "../retry/retry-after.js";
import { retryDelay } from "../retry/retry-delay.js";
import type { ResolvedRetry } from "../retry/retry-options.js";
import type { QueueWork } from "./check-queue-options.js";
import type { BatchSize, DrainResult } from "./drain-queue.js";

/** What workers work with. */
export interface EmbeddingWorkersParts {
  readonly schedule: Schedule;
  /** In [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
  readonly delays: ResolvedRetry;
  /** Embeds what is due. */
  readonly drain: (work: QueueWork, size: BatchSize) => Promise<DrainResult>;
}

/** The workers of one memory: each looks again and again for what is due, until it is called off or the memory is closed. */
export class EmbeddingWorkers {
  readonly #parts: EmbeddingWorkersParts;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(parts: EmbeddingWorkersParts) {
    this.#parts = parts;
  }

  /** Resolves when the signal aborts or the memory is closed, after what was under way has ended. */
  async run(
    work: QueueWork,
    { pollMs, full }: { readonly pollMs: number; readonly full: number },
  ): Promise<void> {
    const { signal: closing } = this.#closing;
    const signal = work.signal ? AbortSignal.any([work.signal, closing]) : closing;
    const running = this.#loop({ ...work, signal }, { pollMs, full });
    this.#running.add(running);
    try {
      await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Calls all of them off, and waits for their end. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("the memory is being closed"));
    await Promise.all(this.#running);
  }

  async #loop(
    work: QueueWork & { readonly signal: AbortSignal },
    { pollMs, full }: { readonly pollMs: number; readonly full: number },
  ): Promise<void> {
    const { random, delays } = this.#parts;
    const size: BatchSize = { current: full };
    for (let failures = 0; !work.signal.aborted;) {
      const failure = await this.#drain(work, size);
      if (MemoryError.is(failure, "closed")) return;
      const poll = pollMs / 2 + (random() * pollMs) / 2;
      const pause = Math.max(retryDelay(delays, failures, random), retryAfterMs(failure));
      failures = failure === undefined ? 0 : failures + 1;
      await this.#wait(failure === undefined ? poll : pause, work.signal);
    }
  }

  /** What it failed with, if it did. */
  async #drain(
    work: QueueWork & { readonly signal: AbortSignal },
    size: BatchSize,
  ): Promise<unknown> {
    try {
      const { failure } = await this.#parts.drain(work, size);
      return failure;
    } catch (error) {
      const isExpected = work.signal.aborted || MemoryError.is(error, "closed");
      const reason = MemoryError.is(error) ? error.message : "unknown";
      if (!isExpected)
        this.#parts.logger.error("a worker could not embed what is queued", { reason });
      return error ?? new Error("unknown");
    }
  }

  async #wait(delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.schedule(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, delayMs);
      const stop = (): void => {
        cancel();
        resolve();
      };
      signal.addEventListener("abort", stop, { once: true });
    });
  }
}
