import { AssertionError } from "node:assert/strict";

import type { MemoryRecord } from "../../model/record.js";
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

  /** Reads every scope. Fails if one holds what is of another, or has changed and is not among these. */
  async check(
    mayHaveChanged: ReadonlySet<Owner>,
    owners: readonly Owner[] = OWNERS_OF_ALL,
  ): Promise<void> {
    for (const owner of owners) {
      const before = this.#digests.get(owner);
      const digest = await this.#read(owner);
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

  async #read(owner: Owner): Promise<string> {
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
    const ids = new Set([...this.#world.idsOf(owner), ...records.map(({ id }) => id)]);
    ids.delete(EXPIRED_ID);
    const histories = [];
    for (const id of [...ids].toSorted()) histories.push(await view.history(id));
    const digest = JSON.stringify([records, histories]);
    if (digest === this.#digests.get(owner)) return digest;
    const foreign = findForeign({ records, histories }, { scope: owner.scope, reach: "here" });
    if (foreign !== undefined) {
      throw new AssertionError({ message: `in scope ${JSON.stringify(owner.scope)}, ${foreign}` });
    }
    return digest;
  }
}
