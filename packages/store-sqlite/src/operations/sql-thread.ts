import { Worker } from "node:worker_threads";

import type { SqlValue } from "../sql/connection.js";
import { THREAD_PROGRAM } from "./serve-sql.js";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./serve-sql.js";
import type { SqlRunner } from "./sql-runner.js";

/** One request that has no answer yet. */
interface Waiting {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs statements on a connection and a thread of its own, which start when they are needed and
 * keep no process alive.
 */
export class SqlThread implements SqlRunner {
  readonly isElsewhere: boolean = true;
  readonly #data: ThreadData;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(data: ThreadData) {
    this.#data = data;
  }

  async rows<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const answer = new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
    worker.ref();
    worker.postMessage({ sql, parameters } satisfies ThreadRequest, []);
    return (await answer) as Row[];
  }

  async end(): Promise<void> {
    this.#worker?.ref();
    this.#worker?.postMessage("end");
    this.#worker = undefined;
    await this.#ended;
  }

  #start(): Worker {
    // Options of the process, such as modules to load first, are not for this thread.
    const worker = new Worker(THREAD_PROGRAM, { eval: true, workerData: this.#data, execArgv: [] });
    worker.on("message", (answer: ThreadAnswer) => this.#settle(answer));
    worker.on("error", (error) => this.#fail(worker, error));
    this.#ended = new Promise((resolve) => {
      worker.on("exit", () => {
        this.#fail(worker, new Error("the thread ended"));
        resolve();
      });
    });
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const asked = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker?.unref();
    if ("rows" in answer) asked?.resolve([...answer.rows]);
    else asked?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
  }

  /** Whoever waits for a thread that is gone is told so; the next one gets a new one. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reason =
      error instanceof Error ? error : new Error("the thread failed", { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}
