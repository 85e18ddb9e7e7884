import type { Memory, Scope } from "@kioku/core";
import { isWithin, scopeToPath } from "@kioku/core/toolkit";

import { isCorner } from "../access/grants.js";

export interface ChangedVersion {
  readonly scope: Scope;
  readonly id: string;
  readonly version: number;
  /** Time of the write by the record, in milliseconds. */
  readonly atMs: number;
}

/** The memory that a feed follows, without the corners of skills and the notes of runtimes. */
export class FeedSource {
  readonly memory: Memory;
  readonly #notes: Scope;

  constructor(memory: Memory, notes: Memory) {
    this.memory = memory;
    this.#notes = notes.scopePath;
  }

  /** Returns true if changes of this scope are delivered. Those of other layers are not. */
  covers(scope: Scope): boolean {
    const path = this.#relative(scope);
    return path !== undefined && !isCorner(path) && !isWithin(scope, this.#notes);
  }

  viewOf(scope: Scope): Memory {
    const [first, ...rest] = this.#relative(scope) ?? [];
    return first === undefined ? this.memory : this.memory.scope(first, ...rest);
  }

  eventId({ scope, id, version }: Pick<ChangedVersion, "scope" | "id" | "version">): string {
    const path = (this.#relative(scope) ?? []).map((element) => `${encodeURIComponent(element)}/`);
    return `${path.join("")}${id}@${version}`;
  }

  #relative(scope: Scope): Scope | undefined {
    const base = this.memory.scopePath;
    return isWithin(scope, base) ? scope.slice(base.length) : undefined;
  }
}

/** Returns the key of a record, whatever its version. */
export function recordName({ scope, id }: Pick<ChangedVersion, "scope" | "id">): string {
  return `${id} ${scopeToPath(scope)}`;
}
