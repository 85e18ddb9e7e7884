import type { CallOptions, MemoryRecord, Page, Revision, Scope } from "@kioku/core";
import type {
  DeleteOptions,
  EmbeddingQueue,
  GetOptions,
  HistoriesRequest,
  HistoryOptions,
  ListRequest,
  Neighbours,
  NeighboursRequest,
  RecordHistory,
  RecordId,
  RecordRef,
  ScopePage,
  SearchHits,
  SearchRequest,
  Selection,
  StoreCapabilities,
  StoredSpace,
  StrengthUpdate,
  Tombstone,
  TombstonesRequest,
  WriteOp,
  WriteResult,
} from "@kioku/core/toolkit";

import type { MaintainOptions, MaintenanceReport } from "../maintain/maintain-options.js";
import type { PostgresStore } from "../postgres-store.js";
import {
  listHistoriesInShards,
  listInShards,
  listScopesInShards,
  listTombstonesInShards,
} from "./list-shards.js";
import { maintainShards } from "./maintain-shards.js";
import { searchShards } from "./search-shards.js";
import { ShardSpaces, type SpaceWidths } from "./shard-spaces.js";
import { ShardedQueue } from "./sharded-queue.js";
import { Shards, sumOf, type ShardServer } from "./shards.js";
import { writeShard } from "./write-shard.js";

/** A store over the stores of all shards. */
export class ShardedPostgresStore implements PostgresStore {
  readonly name: string = "sharded-postgres";
  readonly capabilities: StoreCapabilities;
  readonly queue: EmbeddingQueue;
  readonly #shards: Shards;
  readonly #spaces: ShardSpaces;

  /**
   * @param widths - Widths of spaces, from which the stores take what is new to them.
   * @param server - That of all stores, if they share one.
   */
  constructor(stores: readonly PostgresStore[], widths: SpaceWidths, server?: ShardServer) {
    const isExact = stores.every(({ capabilities }) => capabilities.vector === "exact");
    this.capabilities = { vector: isExact ? "exact" : "approximate", text: true };
    this.#shards = new Shards(stores, server);
    this.#spaces = new ShardSpaces(this.#shards, widths);
    this.queue = new ShardedQueue({ shards: this.#shards, spaces: this.#spaces });
  }

  async open(options?: CallOptions): Promise<void> {
    await this.#shards.open(options);
  }

  shardOf(scope: Scope): number {
    return this.#shards.shardOf(scope);
  }

  async write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    const sharded = { shards: this.#shards, spaces: this.#spaces };
    return this.#shards.run(options, () => writeShard(sharded, ops, options));
  }

  async get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]> {
    return this.#ofRefs(refs, options, (store, own) => store.get(own, options));
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<SearchHits> {
    return this.#shards.run(options, () => {
      this.#spaces.checkLegs(request.legs);
      return searchShards(this.#shards, request, options);
    });
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#shards.run(options, () => listInShards(this.#shards, request, options));
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#ofRefs(refs, options, (store, own) => store.vectors(space, own, options));
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#shards.run(options, async () => {
      const spaces = await (await this.#shards.at(0, options)).spaces(options);
      this.#spaces.learn(spaces);
      return spaces;
    });
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    const counts = await this.#shards.inAll(options, (store) =>
      store.countMissingVectors(space, options),
    );
    return sumOf(counts);
  }

  async dropSpace(space: string, options?: CallOptions): Promise<number> {
    return this.#shards.run(options, async () => {
      const [first = 0, ...others] = this.#shards.all;
      const drop = (store: PostgresStore): Promise<number> => store.dropSpace(space, options);
      const dropped = [...(await this.#shards.each(others, options, drop))];
      // After most of it, so that a call that fails can be repeated.
      dropped.push(await drop(await this.#shards.at(first, options)));
      // Others may have written to a shard in between, which made the space known there again.
      dropped.push(...(await this.#shards.each(others, options, drop)));
      this.#spaces.forget(space);
      return sumOf(dropped);
    });
  }

  async deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]> {
    return this.#shards.run(options, async () => {
      const parts = this.#shards.partsOf(selection);
      const each = { ...options, goesOn: true };
      const deleted = await this.#shards.each(parts.keys(), each, (store, shard) =>
        store.deleteWhere({ ...selection, within: parts.get(shard) ?? [] }, options),
      );
      return deleted.flat();
    });
  }

  async scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>> {
    return this.#shards.run(options, () =>
      listScopesInShards(this.#shards, { ...page, within }, options),
    );
  }

  async history(ref: RecordId, options: HistoryOptions = {}): Promise<readonly Revision[]> {
    return this.#shards.run(options, async () =>
      (await this.#shards.at(this.shardOf(ref.scope), options)).history(ref, options),
    );
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return this.#shards.run(options, () => listHistoriesInShards(this.#shards, request, options));
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return this.#shards.run(options, () => listTombstonesInShards(this.#shards, request, options));
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    const found = await this.#ofRefs(request.refs, options, (store, refs) =>
      store.neighbours({ ...request, refs }, options),
    );
    return found.map((one) => one ?? { before: [], after: [] });
  }

  async strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void> {
    await this.#ofRefs(updates, options, async (store, own) => {
      await store.strengthen(own, options);
      return [];
    });
  }

  async sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]> {
    const each = { ...options, goesOn: true };
    const swept = await this.#shards.inAll(each, (store) => store.sweep(now, options));
    return swept.flat();
  }

  async scrub(options?: CallOptions): Promise<readonly string[]> {
    const each = { ...options, goesOn: true };
    const left = await this.#shards.inAll(each, (store) => store.scrub(options));
    return [...new Set(left.flat())];
  }

  async maintain(options?: MaintainOptions): Promise<MaintenanceReport> {
    return this.#shards.run(options, () => maintainShards(this.#shards, options));
  }

  async close(): Promise<void> {
    await this.#shards.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Asks each shard for its own refs, and returns the answers in the order of all. */
  async #ofRefs<Ref extends { readonly scope: Scope }, T>(
    refs: readonly Ref[],
    options: CallOptions | undefined,
    ask: (store: PostgresStore, own: readonly Ref[]) => Promise<readonly T[]>,
  ): Promise<readonly (T | undefined)[]> {
    return this.#shards.run(options, () => this.#shards.ofItems(refs, options, ask));
  }
}
