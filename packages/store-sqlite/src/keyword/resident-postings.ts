import { StateCache } from "../resident/state-cache.js";
import type { CacheEntry } from "../resident/state-cache.js";
import type { ScopesTable } from "../sql/tables.js";

/** About what one number of a list takes. */
const NUMBER_BYTES = 8;
/** About what a list takes beside its numbers. */
const LIST_BYTES = 128;

type Lists = Map<string, readonly number[]>;

/**
 * Lists of postings that have been read, of scopes that have not changed since: who is asked several things between two writes
 * looks each term up once.
 */
export class ResidentPostings {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #cache = new StateCache<Lists>((lists) => {
    for (const list of lists.values()) this.#bytes -= bytesOf(list);
  });

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The list of a term in a scope, read if it is not there. */
  find(
    scope: Pick<ScopesTable, "id" | "changes">,
    term: string,
    read: () => readonly number[],
  ): readonly number[] {
    const wanted = { key: String(scope.id), scope: scope.id, changes: scope.changes };
    const entry = this.#cache.find(wanted);
    const known = entry?.value?.get(term);
    if (known) return known;
    const list = read();
    if (entry) this.#keep(entry, term, list);
    return list;
  }

  /** Forgets what a write of this process has changed. */
  follow(scopes: ReadonlyMap<number, number>): void {
    const entryOf = this.#cache.follow(scopes);
    for (const scope of scopes.keys()) {
      const entry = entryOf(String(scope));
      if (entry) this.#cache.drop(entry);
    }
  }

  #keep(entry: CacheEntry<Lists>, term: string, list: readonly number[]): void {
    entry.value ??= new Map();
    entry.value.set(term, list);
    this.#bytes += bytesOf(list);
    while (this.#bytes > this.#maxBytes) this.#cache.makeRoom(entry);
  }
}

function bytesOf(list: readonly number[]): number {
  return LIST_BYTES + NUMBER_BYTES * list.length;
}
