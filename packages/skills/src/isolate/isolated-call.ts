import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";

import { MemoryError } from "@kioku/core";
import type { JsonValue, Schedule, SkillContext, SkillLog } from "@kioku/core";
import { backgroundTimer, type AnySkill } from "@kioku/core/toolkit";

import { abortMessage, answerCall, unsentAnswer, WORKER_VERBS } from "./answer-call.js";
import { errorCopies } from "./error-copies.js";
import type {
  HostMessage,
  VerbCall,
  WorkerMessage,
  WorkerResult,
  WorkerStart,
} from "./messages.js";
import { workerCode } from "./run-source.js";

/** Memory of a worker, in bytes, at which it is ended. */
const MAX_BYTES = 256 * 2 ** 20;
/** Time between two looks at it, in milliseconds. */
const LOOK_MS = 50;
/** Limit of the heap that V8 keeps, in MiB. Far off, since reaching it can end the process. */
const MAX_HEAP_MIB = 4_096;
/** Messages that the host has not handled, at which a worker waits. */
const MAX_PENDING = 1_000;
/** Longest message of a worker, in bytes: the process stands still while it reads it. */
const MAX_SENT_BYTES = 64 * 2 ** 20;
/** Longest text that a worker prints into the log, in UTF-16 units. */
const MAX_PRINTED = 100_000;

const ERRORS = /* @__PURE__ */ errorCopies(MemoryError);

interface IsolatedCallParts {
  readonly skill: AnySkill;
  readonly schedule: Schedule;
  /** Time for a worker to end, in milliseconds. */
  readonly graceMs: number;
  readonly log: SkillLog;
}

/** One call of `run` in a worker of its own, which has ended when the call has. */
export class IsolatedCall {
  readonly #parts: IsolatedCallParts;
  readonly #pending = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #cancels = new Map<number, AbortController>();
  readonly #exited = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #result: PromiseWithResolvers<WorkerResult> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: IsolatedCallParts) {
    this.#parts = parts;
  }

  /** Returns the output of the skill, or a generator of its parts. */
  async run(input: unknown, context: SkillContext): Promise<unknown> {
    this.#start(input, context);
    const result = await this.#next(context);
    if (result.type === "output") return this.#ended(result.value);
    if (result.type !== "generator") return this.#ended(undefined);
    const ask = async (type: "next" | "return"): Promise<IteratorResult<unknown>> => {
      const step = await this.#next(context, { type });
      if (step.type !== "step") return this.#ended({ done: true, value: undefined });
      const { done, value } = step;
      return done ? this.#ended({ done, value }) : { done, value };
    };
    const parts = { next: () => ask("next"), return: () => ask("return") };
    return { [Symbol.asyncIterator]: () => parts };
  }

  /** Ends the worker, so that `run` rejects. Returns false if there is none. */
  stop(): boolean {
    const worker = this.#worker;
    if (!worker) return false;
    const { skill, schedule, graceMs, log } = this.#parts;
    this.#fail(new MemoryError("skill-failed", "worker was stopped"));
    // Native code that waits can hold a worker for as long as it likes.
    worker.unref();
    const cancel = schedule(() => {
      log.error(`${skill.name}: its worker did not end`);
      this.#exited.resolve();
    }, graceMs);
    void this.#exited.promise.then(cancel);
    return true;
  }

  #start(input: unknown, context: SkillContext): void {
    const { skill, event, match, memory, state, signal } = context;
    const workerData: WorkerStart = {
      input,
      skill,
      event,
      match,
      nowMs: context.now().getTime(),
      scopes: { memory: memory.scopePath, state: state.scopePath },
      ...WORKER_VERBS,
      pending: this.#pending,
      maxPending: MAX_PENDING,
      maxBytes: MAX_SENT_BYTES,
      maxPrinted: MAX_PRINTED,
    };
    const worker = newWorker(workerCode(this.#parts.skill.run), workerData);
    this.#worker = worker;
    const abort = (): void => this.#post(abortMessage(signal.reason));
    signal.addEventListener("abort", abort, { once: true });
    worker.once("exit", (code) => {
      signal.removeEventListener("abort", abort);
      this.#fail(new MemoryError("skill-failed", `worker ended by itself with code ${code}`));
      this.#exited.resolve();
    });
    worker.on("error", (error: Error & { readonly code?: unknown }) => {
      this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory() : error);
    });
    worker.on("messageerror", (error) => this.#fail(error));
    const within = AsyncLocalStorage.snapshot();
    worker.on("message", (message: WorkerMessage) => {
      within(() => this.#receive(message, context));
    });
    // Printed text comes by messages.
    worker.stdout.resume();
    worker.stderr.resume();
    this.#watchHeap(worker);
  }

  /** Ends a worker that takes too much memory. */
  #watchHeap(worker: Worker): void {
    const look = async (): Promise<void> => {
      const { used_heap_size: heap, external_memory: others } = await worker.getHeapStatistics();
      if (heap + others <= MAX_BYTES) return;
      this.#fail(outOfMemory());
      await worker.terminate();
    };
    const cancel = backgroundTimer(() => {
      // A worker that starts or has ended has no figures.
      const again = (): void => this.#watchHeap(worker);
      look().then(again, again);
    }, LOOK_MS);
    void this.#exited.promise.then(cancel);
  }

  /** Waits for the next message about the call, which is over if it rejects. */
  async #next(context: SkillContext, ask?: HostMessage): Promise<WorkerResult> {
    const waiting = Promise.withResolvers<WorkerResult>();
    this.#result = waiting;
    if (this.#failure) waiting.reject(this.#failure.error);
    if (ask) this.#post(ask);
    try {
      const result = await waiting.promise;
      if (result.type === "declined") context.fail(result.reason as string);
      if (result.type === "failed") throw ERRORS.fromSent(result.error);
      return result;
    } catch (error) {
      await this.#ended(undefined);
      throw error;
    }
  }

  async #ended<T>(value: T): Promise<T> {
    void this.#worker?.terminate();
    await this.#exited.promise;
    this.#worker = undefined;
    for (const cancel of this.#cancels.values()) cancel.abort();
    return value;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#result?.reject(error);
  }

  #receive(message: WorkerMessage, context: SkillContext): void {
    // The code of a skill can send whatever it likes.
    if (typeof message !== "object" || message === null) return;
    switch (message.type) {
      case "call":
        // Its clock may throw.
        this.#answer(message, context).catch((error: unknown) => this.#fail(error));
        break;
      case "cancel":
        this.#cancels.get(message.id)?.abort();
        this.#handled();
        break;
      case "log":
        if (Object.hasOwn(context.log, message.level)) {
          context.log[message.level](message.message, message.data as JsonValue);
        }
        this.#handled();
        break;
      case "output":
      case "generator":
      case "step":
      case "declined":
      case "failed":
        this.#result?.resolve(message);
        break;
    }
  }

  async #answer(call: VerbCall, context: SkillContext): Promise<void> {
    const cancel = new AbortController();
    this.#cancels.set(call.id, cancel);
    const answer = await answerCall(call, context, cancel.signal);
    this.#cancels.delete(call.id);
    try {
      this.#post(answer);
    } catch {
      this.#post(unsentAnswer(call, answer));
    }
    this.#handled();
  }

  #post(message: HostMessage): void {
    this.#worker?.postMessage(message);
  }

  /** Lets a worker go on that waits until the host has handled its messages. */
  #handled(): void {
    const pending = new Int32Array(this.#pending);
    Atomics.sub(pending, 0, 1);
    Atomics.notify(pending, 0);
  }
}

function outOfMemory(): MemoryError {
  return new MemoryError("skill-failed", "worker ran out of memory");
}

function newWorker(code: string, workerData: WorkerStart): Worker {
  try {
    return new Worker(code, {
      eval: true,
      name: workerData.skill,
      argv: [],
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      workerData,
    });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new MemoryError("invalid-input", "input cannot be copied into a worker");
  }
}
