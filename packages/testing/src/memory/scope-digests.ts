import { AssertionError } from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordHistory } from "@kioku/core/toolkit";

import { findForeign } from "./find-foreign.js";
import { OWNERS_OF_ALL } from "./owners.js";
import type { Owner } from "./owners.js";
import { EXPIRED_ID } from "./probe-world.js";
import type { ProbeWorld } from "./probe-world.js";

/** What is in every scope as a text, to notice a change of one that nobody was to change. */
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
    const histories = await this.#readHistories(owners);
    for (const owner of owners) {
      const before = this.#digests.get(owner);
      const digest = await this.#read(owner, histories.get(scopeToPath(owner.scope)) ?? []);
      if (before !== undefined && before !== digest && !mayHaveChanged.has(owner)) {
        throw new AssertionError({
          message: `scope ${JSON.stringify(owner.scope)} has changed, and nothing was to change it`,
          expected: before,
          actual: digest,
        });
      }
      this.#digests.set(owner, digest);
    }
  }

  /**
   * Reads all that was ever known in scopes, by path: at once, as each page costs a slow store as
   * much as a record.
   */
  async #readHistories(
    owners: readonly Owner[],
  ): Promise<ReadonlyMap<string, readonly RecordHistory[]>> {
    const found = new Map<string, RecordHistory[]>();
    const within = owners.map(({ scope }) => scope);
    let cursor: string | undefined;
    do {
      const page = await this.#world.store.histories({
        within,
        reach: "here",
        limit: 1_000,
        cursor,
      });
      for (const history of page.items) {
        const path = scopeToPath(history.scope);
        const ofScope = found.get(path) ?? [];
        found.set(path, ofScope);
        if (history.id !== EXPIRED_ID) ofScope.push(history);
      }
      ({ cursor } = page);
    } while (cursor !== undefined);
    return found;
  }

  async #read(owner: Owner, histories: readonly RecordHistory[]): Promise<string> {
    const view = this.#world.viewOf(owner);
    const records: MemoryRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await view.list({
        includeArchived: true,
        includeRetired: true,
        limit: 1_000,
        cursor,
      });
      records.push(...page.items);
      ({ cursor } = page);
    } while (cursor !== undefined);
    const digest = JSON.stringify([records, histories]);
    if (digest === this.#digests.get(owner)) return digest;
    const foreign = findForeign({ records, histories }, { scope: owner.scope, reach: "here" });
    if (foreign !== undefined) {
      throw new AssertionError({ message: `in scope ${JSON.stringify(owner.scope)}, ${foreign}` });
    }
    return digest;
  }
}
