import { COLUMN_BYTES, entryBytes, NumberColumn, OBJECT_BYTES, type Numbers } from "./columns.js";
import { InstantColumn, type InstantsState } from "./instant-column.js";
import { OrdinalLists, type ListsState } from "./ordinal-lists.js";

/** Separates the number of a scope from the name of a thread. */
const SEPARATOR = "/";

/** Length up to which a linear search is faster than a binary one. */
const SHORT = 256;

/** Position of a record in its thread, if any. */
export interface ThreadEntry {
  /** Number of its scope: equal thread names of different scopes are different threads. */
  readonly scope: number;
  readonly thread: string | null;
  readonly happenedAt: number;
}

/** The contents of a `ThreadOrder`. */
export interface ThreadsState {
  readonly lists: Numbers;
  readonly happenedAt: InstantsState;
  readonly ordinals: ListsState;
  /** The key of each list; empty where it is free. */
  readonly keys: readonly string[];
}

interface NeighbourQuery {
  readonly count: number;
  readonly where?: ((ordinal: number) => boolean) | undefined;
}

/** Records of each thread by time and id; next to no memory for records without a thread. */
export class ThreadOrder {
  readonly #compareIds: (a: number, b: number) => number;
  /** List of each ordinal's thread plus 1. */
  readonly #lists: NumberColumn;
  readonly #happenedAt: InstantColumn;
  readonly #ordinals = new OrdinalLists();
  /** The list of each thread, and the thread of each list. */
  #listOf: Map<string, number> | undefined;
  readonly #keys: string[] = [];
  #keyBytes = COLUMN_BYTES;

  /** @param compareIds - Compares the ids of two ordinals, which must not change meanwhile. */
  constructor(compareIds: (a: number, b: number) => number, expected = 0) {
    this.#compareIds = compareIds;
    this.#lists = new NumberColumn(expected);
    this.#happenedAt = new InstantColumn(expected);
  }

  get bytes(): number {
    return this.#lists.bytes + this.#happenedAt.bytes + this.#ordinals.bytes + this.#keyBytes;
  }

  /** Returns a copy of its contents, for `restore`. */
  state(): ThreadsState {
    return {
      lists: this.#lists.state(),
      happenedAt: this.#happenedAt.state(),
      ordinals: this.#ordinals.state(),
      keys: [...this.#keys],
    };
  }

  /** Fills an empty one with contents. */
  restore({ lists, happenedAt, ordinals, keys }: ThreadsState): void {
    this.#lists.restore(lists);
    this.#happenedAt.restore(happenedAt);
    this.#ordinals.restore(ordinals);
    for (const [list, key] of keys.entries()) {
      if (key === "") this.#keys[list] = key;
      else this.#name(list, key);
    }
  }

  threadAt(ordinal: number): string | null {
    const key = this.#keys[this.#lists.at(ordinal) - 1];
    return key === undefined ? null : key.slice(key.indexOf(SEPARATOR) + 1);
  }

  /** Moves an ordinal to its position in a thread. */
  set(ordinal: number, { scope, thread, happenedAt }: ThreadEntry): void {
    const key = thread === null ? undefined : `${scope}${SEPARATOR}${thread}`;
    const isUnchanged =
      key === this.#keys[this.#lists.at(ordinal) - 1] &&
      (key === undefined || this.#happenedAt.at(ordinal) === happenedAt);
    if (isUnchanged) return;
    this.delete(ordinal);
    if (key === undefined) return;
    const list = this.#listOf?.get(key) ?? this.#start(key);
    this.#lists.set(ordinal, list + 1);
    this.#happenedAt.set(ordinal, happenedAt);
    this.#ordinals.insert(list, this.#positionFor(list, ordinal), ordinal);
  }

  delete(ordinal: number): void {
    const list = this.#lists.at(ordinal) - 1;
    if (list === -1) return;
    this.#ordinals.remove(list, this.#indexOf(list, ordinal));
    this.#lists.set(ordinal, 0);
    this.#happenedAt.set(ordinal, null);
    if (this.#ordinals.length(list) === 0) this.#end(list);
  }

  isInThread(ordinal: number): boolean {
    return this.#lists.at(ordinal) > 0;
  }

  /**
   * Visits an ordinal and up to `count` neighbours on each side in its thread, in order, with the
   * ordinal just before each, -1 for none. Leaves out neighbours for which `where` is false.
   */
  around(
    ordinal: number,
    { count, where = () => true }: NeighbourQuery,
    visit: (ordinal: number, previous: number) => void,
  ): void {
    const list = this.#lists.at(ordinal) - 1;
    if (list === -1) return;
    const index = this.#indexOf(list, ordinal);
    const before: number[] = [];
    // One more, which is only the previous one of another.
    for (let at = index - 1; at >= 0 && before.length <= count; at -= 1) {
      const other = this.#ordinals.at(list, at);
      if (where(other)) before.push(other);
    }
    for (let at = Math.min(before.length, count) - 1; at >= 0; at -= 1)
      visit(before[at] ?? -1, before[at + 1] ?? -1);
    let previous = before[0] ?? -1;
    visit(ordinal, previous);
    previous = ordinal;
    const length = this.#ordinals.length(list);
    let left = count;
    for (let at = index + 1; at < length && left > 0; at += 1) {
      const other = this.#ordinals.at(list, at);
      if (!where(other)) continue;
      visit(other, previous);
      previous = other;
      left -= 1;
    }
  }

  #indexOf(list: number, ordinal: number): number {
    return this.#ordinals.length(list) <= SHORT
      ? this.#ordinals.indexOf(list, ordinal)
      : this.#positionFor(list, ordinal);
  }

  /** Returns the position of an ordinal in a list, present or not. */
  #positionFor(list: number, ordinal: number): number {
    const happenedAt = this.#happenedAt.at(ordinal) ?? 0;
    return this.#ordinals.firstNot(list, (other) => {
      if (other === ordinal) return false;
      const difference = (this.#happenedAt.at(other) ?? 0) - happenedAt;
      // An id can occur twice while a record moves from one row to another.
      return (difference || this.#compareIds(other, ordinal) || other - ordinal) < 0;
    });
  }

  #start(key: string): number {
    const list = this.#ordinals.create();
    this.#name(list, key);
    return list;
  }

  #name(list: number, key: string): void {
    if (!this.#listOf) {
      this.#listOf = new Map();
      this.#keyBytes += OBJECT_BYTES;
    }
    this.#listOf.set(key, list);
    this.#keys[list] = key;
    this.#keyBytes += entryBytes(key) + 8;
  }

  #end(list: number): void {
    const key = this.#keys[list] ?? "";
    this.#listOf?.delete(key);
    this.#keys[list] = "";
    this.#keyBytes -= entryBytes(key) + 8;
    this.#ordinals.release(list);
  }
}
