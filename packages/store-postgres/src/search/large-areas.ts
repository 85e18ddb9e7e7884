import { rangeKey } from "@kioku/core/toolkit";
import type { ScopeRange } from "@kioku/core/toolkit";

/** So many searches are remembered. */
const MOST = 10_000;

/**
 * What was found to have many records, so that it is not tried again as if it had few. Nothing
 * depends on it but time.
 */
export class LargeAreas {
  /** In the order in which they were found to be large. */
  readonly #keys = new Set<string>();

  /** Whether these areas had many records when they were last looked at. */
  has(areas: readonly ScopeRange[]): boolean {
    return this.#keys.has(keyOf(areas));
  }

  /** Notes that they have many. */
  add(areas: readonly ScopeRange[]): void {
    this.#keys.add(keyOf(areas));
    const [oldest] = this.#keys;
    if (this.#keys.size > MOST && oldest !== undefined) this.#keys.delete(oldest);
  }

  /** Notes that they have few by now. */
  remove(areas: readonly ScopeRange[]): void {
    this.#keys.delete(keyOf(areas));
  }
}

function keyOf(areas: readonly ScopeRange[]): string {
  return areas.map((area) => rangeKey(area)).join("\0");
}
