import { MemoryError, type CallOptions, type Scope } from "@kioku/core";
import type { ScopeSelection } from "@kioku/core/toolkit";

import { PendingWork } from "../open/client/base-channel.js";
import type { PostgresStore } from "../postgres-store.js";
import { toMemoryError } from "../sql/to-memory-error.js";
import { shardOfScope } from "./shard-of-scope.js";

/** Shards that one call works on at the same time. */
const AT_ONCE = 8;

/** Options of work on several shards. */
export interface EachOptions extends CallOptions {
  /** True to begin with further shards after one has failed. */
  readonly goesOn?: boolean;
}

/** The one server of all shards. */
export interface ShardServer {
  /** Returns, in order, the shards that have jobs to do now. All must exist. */
  readonly due?: (now: Date, options?: CallOptions) => Promise<readonly number[]>;
  /** Ends what the stores share. */
  readonly end: () => Promise<void>;
}

/** The stores of all shards; each is opened when it is first used. */
export class Shards {
  /** The numbers of all shards. */
  readonly all: readonly number[];
  readonly #stores: readonly PostgresStore[];
  readonly #server: ShardServer | undefined;
  readonly #opened = new Set<number>();
  readonly #pending = new PendingWork();
  #isOpen = false;
  #closing: Promise<void> | undefined;

  constructor(stores: readonly PostgresStore[], server?: ShardServer) {
    this.#stores = stores;
    this.#server = server;
    this.all = [...stores.keys()];
  }

  /** Opens the shard of the root. */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    await this.at(0, options);
    this.#isOpen = true;
  }

  /** Runs a call, for which `close` waits. */
  async run<T>(options: CallOptions | undefined, call: () => Promise<T>): Promise<T> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    if (!this.#isOpen) {
      throw new MemoryError("store-failed", "the sharded store is not open: call open() first");
    }
    return this.#pending.track(call);
  }

  shardOf(scope: Scope): number {
    return shardOfScope(scope, this.#stores.length);
  }

  /** Returns the shards of a selection, each with the scopes of it that may be there. */
  partsOf({ within, reach }: ScopeSelection): ReadonlyMap<number, readonly Scope[]> {
    const parts = new Map<number, Scope[]>();
    for (const scope of within) {
      const isEverywhere = scope.length === 0 && reach === "below";
      for (const shard of isEverywhere ? this.all : [this.shardOf(scope)]) {
        parts.set(shard, [...(parts.get(shard) ?? []), scope]);
      }
    }
    // Selects nothing, and yet is answered.
    return parts.size === 0 ? new Map([[0, []]]) : parts;
  }

  /** Returns the store of a shard, open. */
  async at(shard: number, options?: CallOptions): Promise<PostgresStore> {
    const store = this.#stores[shard];
    if (!store) throw new Error(`there is no shard ${shard}`);
    await store.open(options);
    this.#opened.add(shard);
    return store;
  }

  /** Returns, in order, the shards that may have jobs to do now. */
  async due(now: Date, options?: CallOptions): Promise<readonly number[]> {
    if (this.#opened.size < this.all.length) return this.all;
    return (await this.#server?.due?.(now, options)) ?? this.all;
  }

  /** Works on some shards at the same time. Throws the first failure when all have ended. */
  async each<T>(
    shards: Iterable<number>,
    options: EachOptions | undefined,
    work: (store: PostgresStore, shard: number) => Promise<T>,
  ): Promise<readonly T[]> {
    const left = [...shards].entries();
    const results: T[] = [];
    let failure: { readonly error: unknown } | undefined;
    const workThrough = async (): Promise<void> => {
      for (const [position, shard] of left) {
        if (failure && options?.goesOn !== true) return;
        try {
          results[position] = await work(await this.at(shard, options), shard);
        } catch (error) {
          failure ??= { error };
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
    if (failure) throw failure.error;
    return results;
  }

  /** Runs a call of all shards. */
  async inAll<T>(
    options: EachOptions | undefined,
    work: (store: PostgresStore) => Promise<T>,
  ): Promise<readonly T[]> {
    return this.run(options, () => this.each(this.all, options, work));
  }

  /** Has each shard work on its own items, and returns the answers in the order of all. */
  async ofItems<Item extends { readonly scope: Scope }, T>(
    items: readonly Item[],
    options: CallOptions | undefined,
    work: (store: PostgresStore, own: readonly Item[]) => Promise<readonly T[]>,
  ): Promise<readonly (T | undefined)[]> {
    const parts = Map.groupBy(items.keys(), (index) => this.shardOf(items[index]?.scope ?? []));
    const answers = items.map((): T | undefined => undefined);
    await this.each(parts.keys(), options, async (store, shard) => {
      const indexes = parts.get(shard) ?? [];
      const own = indexes.flatMap((index) => items[index] ?? []);
      const found = await work(store, own);
      for (const [at, index] of indexes.entries()) answers[index] = found[at];
    });
    return answers;
  }

  /**
   * Works on some shards, one after the other, until the work returns false. One that fails holds
   * up no other; the first failure is thrown at the end.
   */
  async inTurn(
    shards: Iterable<number>,
    options: CallOptions | undefined,
    work: (store: PostgresStore, shard: number) => Promise<boolean>,
  ): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    for (const shard of shards) {
      options?.signal?.throwIfAborted();
      try {
        if (!(await work(await this.at(shard, options), shard))) break;
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) throw failure.error;
  }

  /** Closes all stores after pending calls. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#pending.settled();
    await Promise.all(this.#stores.map((store) => store.close()));
    try {
      await this.#server?.end();
    } catch (error) {
      throw toMemoryError(error);
    }
  }

  #requireNotClosed(): void {
    if (this.#closing) {
      throw new MemoryError("closed", "the sharded store is closed: make a new one");
    }
  }
}

/** Returns the sum of the counts of shards. */
export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
