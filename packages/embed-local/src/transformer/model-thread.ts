import { Worker } from "node:worker_threads";

import { MemoryError } from "@kioku/core";
import type { MemoryErrorCode } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import { CallQueue } from "./call-queue.js";
import type { ModelCall } from "./call-queue.js";
import { lostThread } from "./lost-thread.js";
import { fromPlainCause } from "./worker/plain-cause.js";
import type {
  DownloadProgress,
  FailureReport,
  JobAnswer,
  JobRequest,
  ModelJob,
  ThreadData,
  ThreadReport,
  ThreadSettings,
} from "./worker/protocol.js";

/** What a thread is for. */
export interface ModelThreadOptions {
  readonly settings: ThreadSettings;
  /** The factory, for messages. */
  readonly owner: string;
  /** The code of failures that no input is to blame for. */
  readonly code: Extract<MemoryErrorCode, "embedder-failed" | "reranker-failed">;
  readonly onProgress: ((progress: DownloadProgress) => void) | undefined;
}

/** What a job takes beside itself. */
export interface RunOptions {
  readonly signal: AbortSignal | undefined;
  readonly isUrgent: boolean;
}

/** Calls that may wait; each holds its texts. */
const MAX_WAITING = 10_000;

/** Returns where the thread starts. A bundle that is no ES module has no `import.meta.url`. */
function program(): URL {
  return new URL("./worker/model-worker.js", import.meta.url);
}

/**
 * A model on a thread of its own, which starts with the first job, does one job at a time, and
 * keeps no process alive while nobody waits. One that ends by itself, or cannot load its model, is
 * replaced with the next job.
 */
export class ModelThread {
  readonly #options: ModelThreadOptions;
  readonly #queue = new CallQueue();
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker: Worker | undefined;
  #running: ModelCall | undefined;
  /** Whether the worker has answered once, so that its model is loaded. */
  #isReady = false;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
  }

  /** Refuses what comes after `close`. */
  checkOpen(): void {
    if (this.#isClosed) throw this.#closed();
  }

  /**
   * Does a job. Rejects at once when it is aborted; what has begun of it then ends with its current
   * run of the model.
   */
  async run(job: ModelJob, { signal, isUrgent }: RunOptions): Promise<JobAnswer> {
    this.checkOpen();
    if (this.#queue.size >= MAX_WAITING) {
      const message = `${this.#options.owner}: ${MAX_WAITING} calls wait already.`;
      throw new MemoryError(this.#options.code, message, { retryable: true });
    }
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    this.#lastId = (this.#lastId % 0x7f_ff_ff_ff) + 1;
    const call: ModelCall = { id: this.#lastId, job, isUrgent, resolve, reject };
    const onAbort = (): void => this.#drop(call, signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#queue.add(call);
    this.#next();
    this.#hold();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the thread; whoever still waits is told so. More than once does no harm. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#rejectAll(this.#closed());
    await worker?.terminate();
  }

  #next(): void {
    if (this.#running) return;
    const call = this.#queue.next();
    if (!call) return;
    try {
      this.#worker ??= this.#start();
    } catch (cause) {
      // Where threads are not permitted.
      const { owner, code } = this.#options;
      call.reject(new MemoryError(code, `${owner}: no thread can be started.`, { cause }));
      this.#next();
      return;
    }
    this.#running = call;
    this.#worker.postMessage({ id: call.id, job: call.job } satisfies JobRequest, []);
  }

  /** The process stays as long as somebody waits, and not for a call that was aborted. */
  #hold(): void {
    const running = this.#running?.id;
    const isWanted = running !== undefined && Atomics.load(this.#cancelled, 0) !== running;
    if (isWanted || this.#queue.size > 0) this.#worker?.ref();
    else this.#worker?.unref();
  }

  #start(): Worker {
    this.#isReady = false;
    const workerData: ThreadData = { settings: this.#options.settings, cancelled: this.#cancelled };
    // Options of the process, such as modules to load first, are not for this thread.
    const worker = new Worker(program(), { workerData, execArgv: [] });
    let failure: unknown;
    worker.on("message", (report: ThreadReport) => {
      if (this.#worker === worker) this.#hear(report);
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (exitCode) => {
      if (this.#worker === worker) this.#lose(exitCode, failure);
    });
    return worker;
  }

  #hear(report: ThreadReport): void {
    if (report.kind === "progress") {
      this.#tell(report.progress);
      return;
    }
    if (report.kind === "failed" && report.isFatal) {
      this.#giveUp(this.#errorOf(report.failure));
      return;
    }
    this.#isReady = true;
    const call = this.#running;
    this.#running = undefined;
    // An aborted call has its answer already; settling it again changes nothing.
    if (report.kind === "done") call?.resolve(report.answer);
    if (report.kind === "failed") call?.reject(this.#errorOf(report.failure));
    this.#next();
    this.#hold();
  }

  #tell(progress: DownloadProgress): void {
    safeProgress(this.#options.onProgress)?.(progress);
  }

  /**
   * A thread that could not load its model is of no more use, and all who wait would be told the
   * same.
   */
  #giveUp(error: MemoryError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#rejectAll(error);
    void worker?.terminate();
  }

  #rejectAll(error: MemoryError): void {
    this.#running?.reject(error);
    this.#running = undefined;
    for (const { reject } of this.#queue.clear()) reject(error);
  }

  #lose(exitCode: number, cause: unknown): void {
    const { owner, code } = this.#options;
    const lost = lostThread(program(), { exitCode, cause, isReady: this.#isReady });
    const error = new MemoryError(code, `${owner}: ${lost.message}`, lost);
    if (!this.#isReady) {
      this.#giveUp(error);
      return;
    }
    this.#worker = undefined;
    this.#running?.reject(error);
    this.#running = undefined;
    this.#next();
    this.#hold();
  }

  #drop(call: ModelCall, reason: unknown): void {
    call.reject(reason);
    if (this.#running === call) Atomics.store(this.#cancelled, 0, call.id);
    else this.#queue.remove(call);
    this.#hold();
  }

  #errorOf({ message, isInput, textIndex, retryable, cause }: FailureReport): MemoryError {
    const { owner, code } = this.#options;
    const options = { retryable, ...(cause === undefined ? {} : { cause: fromPlainCause(cause) }) };
    const kind = isInput ? "invalid-input" : code;
    const error = new MemoryError(kind, `${owner}: ${message}`, options);
    return textIndex === undefined ? error : Object.assign(error, { textIndex });
  }

  #closed(): MemoryError {
    return new MemoryError("closed", `${this.#options.owner} was closed.`);
  }
}
