import type * as Threads from "node:worker_threads";
import { Worker } from "node:worker_threads";

import type { Database, Options } from "better-sqlite3";

import type { SqlRunner, SqlValue } from "../sql/sql-text.js";

interface ThreadData {
  readonly driver: string;
  readonly file: string;
  readonly pragmas: readonly string[];
}

/** A statement for the thread, which answers in order. */
interface ThreadRequest {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

type ThreadAnswer =
  | { readonly rows: readonly unknown[] }
  | { readonly failure: { readonly message: string; readonly code: unknown } };

type LoadDriver = (file: string) => new (file: string, options: Options) => Database;

/**
 * Serves statements in the thread. The thread gets only the text of this function: it must not use
 * outer names, nor any that a bundler keeps by a helper.
 */
function serveSql({ parentPort, workerData }: typeof Threads, load: LoadDriver): void {
  const { driver, file, pragmas } = workerData as ThreadData;
  let database: Database | undefined;
  parentPort?.on("message", (request: ThreadRequest | "end") => {
    if (request === "end") {
      database?.close();
      // Ends the thread, as `close` would, which Deno does not have.
      parentPort.unref();
      return;
    }
    try {
      if (!database) {
        database = new (load(driver))(file, { timeout: 0, fileMustExist: true });
        for (const pragma of pragmas) database.pragma(pragma);
      }
      const statement = database.prepare(request.sql);
      const rows = statement.reader ? statement.all(...request.parameters) : [];
      if (!statement.reader) statement.run(...request.parameters);
      parentPort.postMessage({ rows }, []);
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      parentPort.postMessage({ failure: { message, code } }, []);
    }
  });
}

/** Program of the thread, as text, so that every bundle has it. */
export const THREAD_PROGRAM: string = `(${serveSql.toString()})(require("node:worker_threads"), require)`;

interface Waiting {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/** Runs statements on a thread and connection of its own, started on demand. */
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
    // Process options, such as preloaded modules, are not for this thread.
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

  /** Rejects all waiting requests; the next one starts a new thread. */
  #fail(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const reason =
      error instanceof Error ? error : new Error("the thread failed", { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}
