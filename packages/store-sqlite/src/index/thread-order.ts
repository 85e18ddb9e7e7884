import { entryBytes, InstantColumn, NumberColumn, OBJECT_BYTES } from "./columns.js";
import { OrdinalLists } from "./ordinal-lists.js";

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

interface NeighbourQuery {
  readonly count: number;
  readonly where: (ordinal: number) => boolean;
}

/** Records of each thread by time and id; next to no memory for records without a thread. */
export class ThreadOrder {
  readonly #compareIds: (a: number, b: number) => number;
  /** List of each ordinal's thread plus 1. */
  readonly #lists: NumberColumn;
  readonly #happenedAt: InstantColumn;
  readonly #ordinals = new OrdinalLists();
  /** The list of each thread, and the thread of each list. */
  readonly #listOf = new Map<string, number>();
  readonly #keys: string[] = [];
  #keyBytes = OBJECT_BYTES;

  /** @param compareIds - Compares the ids of two ordinals, which must not change meanwhile. */
  constructor(compareIds: (a: number, b: number) => number, expected = 0) {
    this.#compareIds = compareIds;
    this.#lists = new NumberColumn(expected);
    this.#happenedAt = new InstantColumn(expected);
  }

  get bytes(): number {
    return this.#lists.bytes + this.#happenedAt.bytes + this.#ordinals.bytes + this.#keyBytes;
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
    const list = this.#listOf.get(key) ?? this.#start(key);
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

  /** Returns the nearest ordinals before or after one in its thread, nearest first. */
  neighbours(ordinal: number, step: -1 | 1, { count, where }: NeighbourQuery): number[] {
    const found: number[] = [];
    const list = this.#lists.at(ordinal) - 1;
    if (list === -1) return found;
    for (let at = this.#indexOf(list, ordinal) + step; found.length < count; at += step) {
      const other = this.#ordinals.at(list, at);
      if (other === -1) break;
      if (where(other)) found.push(other);
    }
    return found;
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
    this.#listOf.set(key, list);
    this.#keys[list] = key;
    this.#keyBytes += entryBytes(key) + 8;
    return list;
  }

  #end(list: number): void {
    const key = this.#keys[list] ?? "";
    this.#listOf.delete(key);
    this.#keys[list] = "";
    this.#keyBytes -= entryBytes(key) + 8;
    this.#ordinals.release(list);
  }
}
