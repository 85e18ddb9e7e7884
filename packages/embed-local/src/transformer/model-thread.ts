import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { MemoryError, type MemoryErrorCode } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import { fromPlainCause } from "./worker/failure.js";
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

/** Options of a thread. */
export interface ModelThreadOptions {
  readonly settings: ThreadSettings;
  /** Name of the factory, for messages. */
  readonly owner: string;
  /** The code of failures that are not an input's. */
  readonly code: Extract<MemoryErrorCode, "embedder-failed" | "reranker-failed">;
  readonly onProgress: ((progress: DownloadProgress) => void) | undefined;
}

/** A job and its pending promise. */
interface ModelCall {
  readonly id: number;
  readonly job: ModelJob;
  /** True for a recall, which somebody waits for: it goes before the others. */
  readonly isUrgent: boolean;
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Most waiting calls; each holds its texts. */
const MAX_WAITING = 10_000;
/** Codes of Node.js for a missing module. */
const MISSING: ReadonlySet<unknown> = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);

/** Returns the thread's program. A bundle that is not an ES module has no `import.meta.url`. */
function program(): URL {
  return new URL("./worker/model-worker.js", import.meta.url);
}

/**
 * A model on a thread of its own, which starts with the first job and keeps the process alive only
 * while calls wait. The next job replaces a thread that ended or could not load its model.
 */
export class ModelThread {
  readonly #options: ModelThreadOptions;
  readonly #waiting: ModelCall[] = [];
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #worker: Worker | undefined;
  #running: ModelCall | undefined;
  /** True if the worker has answered once, so that its model is loaded. */
  #isReady = false;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
  }

  /** Refuses calls after `close`. */
  checkOpen(): void {
    if (this.#isClosed) throw this.#closed();
  }

  /** Runs a job. Rejects at once if aborted; the thread stops after the model's current run. */
  async run(
    job: ModelJob,
    { signal, isUrgent }: { signal: AbortSignal | undefined; isUrgent: boolean },
  ): Promise<JobAnswer> {
    this.checkOpen();
    if (this.#waiting.length >= MAX_WAITING) {
      const message = `${this.#options.owner}: ${MAX_WAITING} calls wait already.`;
      throw new MemoryError(this.#options.code, message, { retryable: true });
    }
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>();
    this.#lastId = (this.#lastId % 0x7f_ff_ff_ff) + 1;
    const call: ModelCall = { id: this.#lastId, job, isUrgent, resolve, reject };
    const onAbort = (): void => this.#abort(call, signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#enqueue(call);
    this.#next();
    this.#updateRef();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the thread and rejects its calls with `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#rejectAll(this.#closed());
    await worker?.terminate();
  }

  /** Puts urgent calls first, otherwise keeps the order of arrival. */
  #enqueue(call: ModelCall): void {
    const index = call.isUrgent ? this.#waiting.findIndex(({ isUrgent }) => !isUrgent) : -1;
    this.#waiting.splice(index === -1 ? this.#waiting.length : index, 0, call);
  }

  #next(): void {
    if (this.#running) return;
    const call = this.#waiting.shift();
    if (!call) return;
    try {
      this.#worker ??= this.#start();
    } catch (cause) {
      // Threads may not be permitted.
      const { owner, code } = this.#options;
      call.reject(new MemoryError(code, `${owner}: no thread can be started.`, { cause }));
      this.#next();
      return;
    }
    this.#running = call;
    this.#worker.postMessage({ id: call.id, job: call.job } satisfies JobRequest, []);
  }

  /** Keeps the process alive while calls wait, but not for an aborted one. */
  #updateRef(): void {
    const running = this.#running?.id;
    const isWanted = running !== undefined && Atomics.load(this.#cancelled, 0) !== running;
    if (isWanted || this.#waiting.length > 0) this.#worker?.ref();
    else this.#worker?.unref();
  }

  #start(): Worker {
    this.#isReady = false;
    const workerData: ThreadData = { settings: this.#options.settings, cancelled: this.#cancelled };
    // The thread ignores options of the process, such as modules to load first.
    const worker = new Worker(program(), { workerData, execArgv: [] });
    let failure: unknown;
    worker.on("message", (report: ThreadReport) => {
      if (this.#worker === worker) this.#onReport(report);
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (exitCode) => {
      if (this.#worker === worker) this.#onExit(exitCode, failure);
    });
    return worker;
  }

  #onReport(report: ThreadReport): void {
    if (report.kind === "progress") {
      safeProgress(this.#options.onProgress)?.(report.progress);
      return;
    }
    if (report.kind === "failed" && report.isFatal) {
      this.#discard(this.#errorOf(report.failure));
      return;
    }
    this.#isReady = true;
    const call = this.#running;
    this.#running = undefined;
    // Settling an aborted call again changes nothing.
    if (report.kind === "done") call?.resolve(report.answer);
    if (report.kind === "failed") call?.reject(this.#errorOf(report.failure));
    this.#next();
    this.#updateRef();
  }

  /** Discards a thread that could not load its model, and rejects all calls. */
  #discard(error: MemoryError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#rejectAll(error);
    void worker?.terminate();
  }

  #rejectAll(error: MemoryError): void {
    this.#running?.reject(error);
    this.#running = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #onExit(exitCode: number, cause: unknown): void {
    const error = this.#exitError(exitCode, cause);
    if (!this.#isReady) {
      this.#discard(error);
      return;
    }
    this.#worker = undefined;
    this.#running?.reject(error);
    this.#running = undefined;
    this.#next();
    this.#updateRef();
  }

  /** Tells an accident from a missing part of the program, as in bundles. */
  #exitError(exitCode: number, cause: unknown): MemoryError {
    const { owner, code } = this.#options;
    if (!this.#isReady && cause instanceof Error && "code" in cause && MISSING.has(cause.code)) {
      const url = program();
      const file = url.protocol === "file:" ? fileURLToPath(url) : url.href;
      const message = `${owner}: the program of its thread, ${file}, or a part of it is not there. Leave the package @kioku/embed-local outside of bundles.`;
      return new MemoryError(code, message, { cause });
    }
    const message = `${owner}: the thread of the model ended (exit code ${exitCode}). The next call starts a new one.`;
    return new MemoryError(code, message, { retryable: true, cause });
  }

  #abort(call: ModelCall, reason: unknown): void {
    call.reject(reason);
    const index = this.#waiting.indexOf(call);
    if (index !== -1) this.#waiting.splice(index, 1);
    if (this.#running === call) Atomics.store(this.#cancelled, 0, call.id);
    this.#updateRef();
  }

  #errorOf({ message, isInput, textIndex, retryable, cause }: FailureReport): MemoryError {
    const { owner, code } = this.#options;
    const known = cause === undefined ? {} : { cause: fromPlainCause(cause) };
    const kind = isInput ? "invalid-input" : code;
    const details = textIndex === undefined ? {} : { textIndex };
    return new MemoryError(kind, `${owner}: ${message}`, { retryable, details, ...known });
  }

  #closed(): MemoryError {
    return new MemoryError("closed", `${this.#options.owner} was closed.`);
  }
}
