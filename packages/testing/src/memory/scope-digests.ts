import { AssertionError } from "node:assert/strict";

import type { MemoryRecord, Page, Scope } from "@kioku/core";
import { scopeToPath, type RecordHistory } from "@kioku/core/toolkit";

import { allPages } from "../lists.js";
import { findForeign, OWNERS_OF_ALL, type Owner } from "./owners.js";
import { EXPIRED_ID, type ProbeWorld } from "./probe-world.js";

/** The contents of every scope as a text, to notice a change of one that nobody was to change. */
export class ScopeDigests {
  readonly #world: ProbeWorld;
  readonly #digests = new Map<Owner, string>();

  constructor(world: ProbeWorld) {
    this.#world = world;
  }

  /**
   * Reads every scope. Fails if one holds what is of another, or has changed and is not among
   * these.
   */
  async check(
    mayHaveChanged: ReadonlySet<Owner>,
    owners: readonly Owner[] = OWNERS_OF_ALL,
  ): Promise<void> {
    const records = await this.#readRecords(owners);
    const histories = await this.#readHistories(owners);
    for (const owner of owners) {
      const path = scopeToPath(owner.scope);
      const all = { records: records.get(path) ?? [], histories: histories.get(path) ?? [] };
      const digest = JSON.stringify(all);
      const before = this.#digests.get(owner);
      if (digest === before) continue;
      const where = `scope ${JSON.stringify(owner.scope)}`;
      const foreign = findForeign(all, { scope: owner.scope, reach: "here" });
      if (foreign !== undefined) throw new AssertionError({ message: `in ${where}, ${foreign}` });
      if (before !== undefined && !mayHaveChanged.has(owner)) {
        const message = `${where} has changed, and nothing was to change it`;
        throw new AssertionError({ message, expected: before, actual: digest });
      }
      this.#digests.set(owner, digest);
    }
  }

  /** Reads the records of scopes, by path: at once, as each call costs a slow store as much. */
  #readRecords(owners: readonly Owner[]): Promise<ReadonlyMap<string, readonly MemoryRecord[]>> {
    const { store, clock } = this.#world;
    const selection = { within: owners.map(({ scope }) => scope), reach: "here" } as const;
    const order = { orderBy: "createdAt", order: "asc", limit: 1_000 } as const;
    const found = { ...selection, ...order, now: clock.now, includeArchived: true };
    return byPath((cursor) => store.list({ ...found, cursor }));
  }

  /** Reads all that was ever known in scopes, by path. */
  async #readHistories(
    owners: readonly Owner[],
  ): Promise<ReadonlyMap<string, readonly RecordHistory[]>> {
    const within = owners.map(({ scope }) => scope);
    const request = { within, reach: "here", limit: 1_000 } as const;
    const found = await byPath((cursor) => this.#world.store.histories({ ...request, cursor }));
    // A record that has expired may be gone at any time.
    const lasting = [...found].map(([path, histories]) => {
      return [path, histories.filter(({ id }) => id !== EXPIRED_ID)] as const;
    });
    return new Map(lasting);
  }
}

async function byPath<T extends { readonly scope: Scope }>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<Map<string, T[]>> {
  const items = await allPages(read);
  return Map.groupBy(items, ({ scope }) => scopeToPath(scope));
}
