import { inMemoryStore, MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import type {
  CompleteStore,
  RecordId,
  StoreCapabilities,
  StrengthUpdate,
  WriteResult,
} from "@kioku/core/toolkit";

import { FileLock } from "./file-lock.ts";
import { FILES, OperationLog } from "./operation-log.ts";
import type { FileFunctions } from "./operation-log.ts";
import { apply } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { withoutPurged } from "./without-purged.ts";

/** What `fileStore` takes. */
interface FileStoreOptions {
  readonly path: string;
  /** For tests. @defaultValue those of Node */
  readonly files?: FileFunctions;
}

/**
 * A store in one file, for one process: it answers from memory, and every change is on the disk
 * before it is acknowledged.
 */
export function fileStore({ path, files = FILES }: FileStoreOptions): CompleteStore {
  return new FileStore(path, files);
}

class FileStore implements CompleteStore {
  readonly name: string = "file";
  readonly capabilities: StoreCapabilities = { vector: "exact", text: true };
  readonly #path: string;
  readonly #files: FileFunctions;
  readonly #inner: CompleteStore = inMemoryStore();
  #lock: FileLock | undefined;
  #log: OperationLog<Operation> | undefined;
  /** Resolves when all calls before are done: each sees what those before it wrote, on the disk. */
  #turn: Promise<unknown> = Promise.resolve();
  #damage: MemoryError | undefined;

  constructor(path: string, files: FileFunctions) {
    this.#path = path;
    this.#files = files;
  }

  open: CompleteStore["open"] = (options) =>
    this.#inTurn(options, async () => {
      await this.#inner.open();
      if (this.#log) return;
      this.#lock ??= await FileLock.take(this.#path, this.#files);
      try {
        this.#log = await OperationLog.open<Operation>(this.#path, this.#files);
        for (const operation of await this.#log.read()) await apply(this.#inner, operation);
      } catch (cause) {
        throw this.#fail("read", cause);
      }
    });

  get: CompleteStore["get"] = (refs, options) =>
    this.#inTurn(options, () => this.#inner.get(refs, options));
  search: CompleteStore["search"] = (request, options) =>
    this.#inTurn(options, () => this.#inner.search(request));
  list: CompleteStore["list"] = (request, options) =>
    this.#inTurn(options, () => this.#inner.list(request));
  vectors: CompleteStore["vectors"] = (space, refs, options) =>
    this.#inTurn(options, () => this.#inner.vectors(space, refs));
  spaces: CompleteStore["spaces"] = (options) => this.#inTurn(options, () => this.#inner.spaces());
  countMissingVectors: CompleteStore["countMissingVectors"] = (space, options) =>
    this.#inTurn(options, () => this.#inner.countMissingVectors(space));
  scopes: CompleteStore["scopes"] = (within, page, options) =>
    this.#inTurn(options, () => this.#inner.scopes(within, page));
  history: CompleteStore["history"] = (ref, options) =>
    this.#inTurn(options, () => this.#inner.history(ref, options));
  histories: CompleteStore["histories"] = (request, options) =>
    this.#inTurn(options, () => this.#inner.histories(request));
  tombstones: CompleteStore["tombstones"] = (request, options) =>
    this.#inTurn(options, () => this.#inner.tombstones(request));
  neighbours: CompleteStore["neighbours"] = (request, options) =>
    this.#inTurn(options, () => this.#inner.neighbours(request));

  // What the caller gave is copied before the first await, and a signal does not belong into a
  // file.
  write: CompleteStore["write"] = (ops, options) => {
    const own = structuredClone(ops);
    return this.#inTurn(options, async () => {
      const results = await this.#inner.write(own);
      await this.#note({ type: "write", ops: own.filter((_, index) => results[index]?.applied) });
      return results;
    }) satisfies Promise<readonly WriteResult[]>;
  };
  deleteWhere: CompleteStore["deleteWhere"] = (selection, { signal, ...options }) =>
    this.#change<readonly RecordId[]>({ type: "delete", selection, options }, { signal });
  dropSpace: CompleteStore["dropSpace"] = (space, options) =>
    this.#change<number>({ type: "dropSpace", space }, options);
  strengthen: CompleteStore["strengthen"] = (updates: readonly StrengthUpdate[], options) =>
    this.#change<void>({ type: "strengthen", updates }, options);
  sweep: CompleteStore["sweep"] = (now, options) =>
    this.#change<readonly RecordId[]>({ type: "sweep", now }, options);

  scrub: CompleteStore["scrub"] = (options) =>
    this.#inTurn(options, async () => {
      const left = await this.#inner.scrub();
      try {
        await this.#log?.rewrite(await withoutPurged(await this.#log.read()));
      } catch (cause) {
        throw new MemoryError("store-failed", `cannot rewrite ${this.#path}`, { cause });
      }
      return left;
    });

  async close(): Promise<void> {
    await this.#turn;
    await this.#inner.close();
    const [log, lock] = [this.#log, this.#lock];
    this.#log = undefined;
    this.#lock = undefined;
    try {
      await log?.close();
    } finally {
      await lock?.release();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Changes what is in memory, then the file. */
  #change<Answer>(operation: Operation, options: CallOptions | undefined): Promise<Answer> {
    const own = structuredClone(operation);
    return this.#inTurn(options, async () => {
      const answer = (await apply(this.#inner, own)) as Answer;
      await this.#note(own);
      return answer;
    });
  }

  async #note(operation: Operation): Promise<void> {
    if (operation.type === "write" && operation.ops.length === 0) return;
    try {
      await this.#log?.append(operation);
    } catch (cause) {
      throw this.#fail("write", cause);
    }
  }

  /**
   * Memory is not what the file is now. What is on the disk is right: nothing is answered until
   * another store reads it.
   */
  #fail(what: string, cause: unknown): MemoryError {
    this.#damage = new MemoryError("store-failed", `cannot ${what} ${this.#path}`, { cause });
    return this.#damage;
  }

  #inTurn<Answer>(options: CallOptions | undefined, call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(() => {
      if (this.#damage) throw this.#damage;
      options?.signal?.throwIfAborted();
      return call();
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
