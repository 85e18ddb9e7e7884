import type { RecordId } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import type { Scope } from "../model/scope.js";

/** Most records that are kept in mind per scope. */
export const MAX_COOLDOWN = 100;
const MAX_SCOPES = 1_000;

/**
 * Which records surfaced last, per scope that was asked; of the scopes asked last only, so that it
 * stays small.
 */
export class SurfacedLately {
  readonly #byScope = new Map<string, readonly string[]>();

  /** Names of the last `count` records that surfaced, newest first. */
  last(scope: Scope, count: number): ReadonlySet<string> {
    return new Set(this.#byScope.get(scopeToPath(scope))?.slice(0, count));
  }

  /** Notes what has surfaced. */
  add(scope: Scope, surfaced: readonly RecordId[]): void {
    if (surfaced.length === 0) return;
    const path = scopeToPath(scope);
    const names = [...surfaced.map((record) => nameOf(record)), ...(this.#byScope.get(path) ?? [])];
    // Re-inserted, so that the first is the one asked longest ago.
    this.#byScope.delete(path);
    this.#byScope.set(path, [...new Set(names)].slice(0, MAX_COOLDOWN));
    const [oldest] = this.#byScope.keys();
    if (this.#byScope.size > MAX_SCOPES && oldest !== undefined) this.#byScope.delete(oldest);
  }

  /** Forgets that these have surfaced, whichever scope was asked. */
  remove(records: readonly RecordId[]): void {
    const removed = new Set(records.map((record) => nameOf(record)));
    for (const [path, names] of this.#byScope) {
      if (!names.some((name) => removed.has(name))) continue;
      const left = names.filter((name) => !removed.has(name));
      if (left.length > 0) this.#byScope.set(path, left);
      else this.#byScope.delete(path);
    }
  }
}

/** A text that is the same for the same record, and for no other. */
export function nameOf({ scope, id }: RecordId): string {
  return `${id}${scopeToPath(scope)}`;
}
