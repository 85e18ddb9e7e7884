import { recordKey } from "../internal/record-key.js";
import type { RecordId } from "../model/record.js";
import { scopeToPath, type Scope } from "../model/scope.js";

/** Most records that are kept in mind per scope. */
export const MAX_COOLDOWN = 100;
const MAX_SCOPES = 1_000;

/** The records that surfaced last, for each of the scopes asked last. */
export class SurfacedLately {
  readonly #byScope = new Map<string, readonly string[]>();

  /** Returns the keys of the last `count` records that surfaced, newest first. */
  last(scope: Scope, count: number): ReadonlySet<string> {
    return new Set(this.#byScope.get(scopeToPath(scope))?.slice(0, count));
  }

  add(scope: Scope, surfaced: readonly RecordId[]): void {
    if (surfaced.length === 0) return;
    const path = scopeToPath(scope);
    const keys = [...surfaced.map(recordKey), ...(this.#byScope.get(path) ?? [])];
    // Re-inserted, so that the first is the one asked longest ago.
    this.#byScope.delete(path);
    this.#byScope.set(path, [...new Set(keys)].slice(0, MAX_COOLDOWN));
    const [oldest] = this.#byScope.keys();
    if (this.#byScope.size > MAX_SCOPES && oldest !== undefined) this.#byScope.delete(oldest);
  }

  /** Forgets that these have surfaced, whichever scope was asked. */
  remove(records: readonly RecordId[]): void {
    const removed = new Set(records.map(recordKey));
    for (const [path, keys] of this.#byScope) {
      if (!keys.some((key) => removed.has(key))) continue;
      const left = keys.filter((key) => !removed.has(key));
      if (left.length > 0) this.#byScope.set(path, left);
      else this.#byScope.delete(path);
    }
  }
}
