import type { Memory, Scope } from "@kioku/core";
import { isWithin, scopeToPath } from "@kioku/core/toolkit";

import { isCorner } from "../access/grants.js";

/** Which version of which record. */
export interface ChangedVersion {
  readonly scope: Scope;
  readonly id: string;
  readonly version: number;
  /** When it was written, as it says itself, in milliseconds. */
  readonly atMs: number;
}

/** What a feed looks at: a memory, without the corners of skills and the notes of runtimes. */
export class FeedPlace {
  readonly memory: Memory;
  readonly #notes: Scope;

  constructor(memory: Memory, notes: Memory) {
    this.memory = memory;
    this.#notes = notes.scopePath;
  }

  /** Whether changes of this scope are heard. What other layers of a layered memory hold is not. */
  hears(scope: Scope): boolean {
    const path = this.#relative(scope);
    return path !== undefined && !isCorner(path) && !isWithin(scope, this.#notes);
  }

  /** View of a scope that is heard. */
  viewOf(scope: Scope): Memory {
    const [first, ...rest] = this.#relative(scope) ?? [];
    return first === undefined ? this.memory : this.memory.scope(first, ...rest);
  }

  /** What one version of one record is called. */
  eventId({ scope, id, version }: Pick<ChangedVersion, "scope" | "id" | "version">): string {
    const path = (this.#relative(scope) ?? []).map((element) => `${encodeURIComponent(element)}/`);
    return `${path.join("")}${id}@${version}`;
  }

  #relative(scope: Scope): Scope | undefined {
    const base = this.memory.scopePath;
    return isWithin(scope, base) ? scope.slice(base.length) : undefined;
  }
}

/** What a record is called, whatever its version. */
export function recordName({ scope, id }: Pick<ChangedVersion, "scope" | "id">): string {
  return `${id} ${scopeToPath(scope)}`;
}
