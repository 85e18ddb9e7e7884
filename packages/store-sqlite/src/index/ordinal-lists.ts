import {
  arrayBytes,
  COLUMN_BYTES,
  grownLength,
  NO_WORDS,
  NumberColumn,
  resized,
  type Numbers,
} from "./columns.js";

/** Share of unused space above which the pool is packed. */
const MAX_WASTE = 1 / 8;

/** The contents of an `OrdinalLists`. */
export interface ListsState {
  readonly pool: Uint32Array<ArrayBuffer>;
  readonly starts: Numbers;
  readonly lengths: Numbers;
  readonly capacities: Numbers;
  readonly waste: number;
  readonly count: number;
  readonly free: readonly number[];
}

/** Many lists of ordinals in one array, so that short lists cost little. */
export class OrdinalLists {
  #pool = NO_WORDS;
  /** Used length of the pool, and how much of it is abandoned. */
  #end = 0;
  #waste = 0;
  readonly #starts = new NumberColumn();
  readonly #lengths = new NumberColumn();
  readonly #capacities = new NumberColumn();
  #count = 0;
  readonly #free: number[] = [];

  get bytes(): number {
    const columns = this.#starts.bytes + this.#lengths.bytes + this.#capacities.bytes;
    return COLUMN_BYTES + arrayBytes(this.#pool) + columns + this.#free.length * 8;
  }

  /** Returns a copy of its contents, for `restore`. */
  state(): ListsState {
    return {
      pool: this.#pool.slice(0, this.#end),
      starts: this.#starts.state(),
      lengths: this.#lengths.state(),
      capacities: this.#capacities.state(),
      waste: this.#waste,
      count: this.#count,
      free: [...this.#free],
    };
  }

  /** Fills an empty one with contents. */
  restore({ pool, starts, lengths, capacities, waste, count, free }: ListsState): void {
    this.#pool = pool;
    this.#end = pool.length;
    this.#starts.restore(starts);
    this.#lengths.restore(lengths);
    this.#capacities.restore(capacities);
    this.#waste = waste;
    this.#count = count;
    for (const list of free) this.#free.push(list);
  }

  /** Creates an empty list and returns its number. */
  create(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#count += 1;
    return this.#count - 1;
  }

  release(list: number): void {
    this.#waste += this.#capacities.at(list);
    for (const column of [this.#starts, this.#lengths, this.#capacities]) column.set(list, 0);
    this.#free.push(list);
  }

  length(list: number): number {
    return this.#lengths.at(list);
  }

  /** Returns the ordinal at an index, -1 beyond the ends. */
  at(list: number, index: number): number {
    if (index < 0 || index >= this.#lengths.at(list)) return -1;
    return this.#pool[this.#starts.at(list) + index] ?? -1;
  }

  indexOf(list: number, ordinal: number): number {
    const start = this.#starts.at(list);
    return this.#pool.indexOf(ordinal, start) - start;
  }

  /** Returns the first index for which `isBefore` is false; the list is partitioned by it. */
  firstNot(list: number, isBefore: (ordinal: number) => boolean): number {
    const start = this.#starts.at(list);
    let low = start;
    let high = start + this.#lengths.at(list);
    // New ordinals nearly always belong at the end.
    if (high > low && isBefore(this.#pool[high - 1] ?? 0)) return high - start;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#pool[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low - start;
  }

  insert(list: number, index: number, ordinal: number): void {
    const length = this.#lengths.at(list);
    if (length === this.#capacities.at(list)) this.#extend(list, length + 1);
    const start = this.#starts.at(list);
    this.#pool.copyWithin(start + index + 1, start + index, start + length);
    this.#pool[start + index] = ordinal;
    this.#lengths.set(list, length + 1);
  }

  remove(list: number, index: number): void {
    const start = this.#starts.at(list);
    const length = this.#lengths.at(list);
    this.#pool.copyWithin(start + index, start + index + 1, start + length);
    this.#lengths.set(list, length - 1);
  }

  /** Grows a list in place or at the end of the pool, with room to spare. */
  #extend(list: number, needed: number): void {
    const capacity = roomyLength(needed);
    this.#makeRoom(capacity);
    const before = this.#capacities.at(list);
    // Packing may have made room.
    if (before >= needed) return;
    const start = this.#starts.at(list);
    const isLast = start + before === this.#end;
    if (!isLast) {
      this.#pool.copyWithin(this.#end, start, start + this.#lengths.at(list));
      this.#starts.set(list, this.#end);
      this.#waste += before;
    }
    this.#end += isLast ? capacity - before : capacity;
    this.#capacities.set(list, capacity);
  }

  #makeRoom(count: number): void {
    if (this.#end + count <= this.#pool.length) return;
    if (this.#waste > this.#end * MAX_WASTE) return this.#pack(count);
    this.#pool = resized(this.#pool, grownLength(this.#end + count));
  }

  /** Packs all lists, each with room to spare, and leaves room behind them. */
  #pack(room: number): void {
    let total = 0;
    for (let list = 0; list < this.#count; list += 1) total += roomyLength(this.#lengths.at(list));
    const before = this.#pool;
    const pool = new Uint32Array(grownLength(total + room));
    let end = 0;
    for (let list = 0; list < this.#count; list += 1) {
      const start = this.#starts.at(list);
      const length = this.#lengths.at(list);
      pool.set(before.subarray(start, start + length), end);
      const capacity = roomyLength(length);
      this.#starts.set(list, end);
      this.#capacities.set(list, capacity);
      end += capacity;
    }
    this.#pool = pool;
    this.#end = end;
    this.#waste = 0;
  }
}

/** Returns a capacity with room for a few more, 0 for a released list. */
function roomyLength(length: number): number {
  return length === 0 ? 0 : length + Math.floor(length / 8) + 1;
}
