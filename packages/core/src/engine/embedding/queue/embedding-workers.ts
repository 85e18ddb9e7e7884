import { retryAfterMs, MemoryError } from "../../../errors/memory-error.js";
import { delay } from "../../../internal/async/timers.js";
import type { Engine } from "../../engine.js";
import { retryDelay } from "../retry/embedding-retry.js";
import { drainQueue, newWorkerState, type Worker } from "./drain-queue.js";
import type { WorkerOptions } from "./queue-options.js";

/** Codes of errors that no later try can mend. */
const PERMANENT: ReadonlySet<string> = new Set(["schema-too-new", "invalid-input", "closed"]);

/** Workers of one memory: each polls for what is due until its abort or the memory's close. */
export class EmbeddingWorkers {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  /** Works until an abort or the close of the memory, and throws what no later try can mend. */
  async run(engine: Engine, options: WorkerOptions): Promise<void> {
    const { signal: closing } = this.#closing;
    if (closing.aborted) throw new MemoryError("closed", "memory is closed; create a new one");
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    const running = workOn(engine, { ...options, signal });
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
}

type Work = WorkerOptions & { readonly signal: AbortSignal };

async function workOn(engine: Engine, work: Work): Promise<void> {
  const { random, retryDelays, schedule } = engine;
  const { pollMs, signal } = work;
  const state = newWorkerState(engine);
  for (let failures = 0; !signal.aborted;) {
    const failure = await drain(engine, work, state);
    const poll = pollMs / 2 + (random() * pollMs) / 2;
    const pause = Math.max(retryDelay(retryDelays, failures, random), retryAfterMs(failure));
    failures = failure === undefined ? 0 : failures + 1;
    const ms = failure === undefined ? poll : pause;
    await delay(schedule, ms, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

/** Embeds what is due. Returns the failure, if there is one. */
async function drain(engine: Engine, work: Work, state: Worker): Promise<unknown> {
  const { lifecycle, logger } = engine;
  let isOpen = false;
  try {
    await lifecycle.run(work.signal, () => Promise.resolve());
    isOpen = true;
    const { failure } = await lifecycle.run(work.signal, () => drainQueue(engine, work, state));
    return failure;
  } catch (error) {
    if (work.signal.aborted) return undefined;
    const known = MemoryError.is(error) ? error : undefined;
    const isPermanent = isOpen ? known && PERMANENT.has(known.code) : known?.retryable === false;
    if (isPermanent === true) throw error;
    const reason = known?.message ?? "unknown";
    logger.error("a worker could not embed what is queued", { reason });
    return error ?? new Error("unknown");
  }
}
