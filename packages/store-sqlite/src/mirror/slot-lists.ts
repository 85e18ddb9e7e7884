import { grownLength } from "./grown-length.js";
import { NumberColumn } from "./number-column.js";

/** So much of the pool may be left behind before it is packed again. */
const MAX_WASTE = 1 / 8;

/** Many lists of slots in one array, so that a short list costs little more than its slots. */
export class SlotLists {
  #pool = new Uint32Array(0);
  /** How much of the pool is in use, and how much of that is nobody's. */
  #end = 0;
  #waste = 0;
  readonly #starts = new NumberColumn();
  readonly #lengths = new NumberColumn();
  readonly #capacities = new NumberColumn();
  #count = 0;
  readonly #free: number[] = [];

  /** What it takes in memory. */
  get bytes(): number {
    const columns = this.#starts.bytes + this.#lengths.bytes + this.#capacities.bytes;
    return this.#pool.byteLength + columns + this.#free.length * 8;
  }

  /** The number of a new, empty list. */
  create(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    this.#count += 1;
    return this.#count - 1;
  }

  /** Takes a list back; its number will be given to another one. */
  release(list: number): void {
    this.#waste += this.#capacities.at(list);
    this.#starts.set(list, 0);
    this.#lengths.set(list, 0);
    this.#capacities.set(list, 0);
    this.#free.push(list);
  }

  /** How many slots a list has. */
  length(list: number): number {
    return this.#lengths.at(list);
  }

  /** The slot at an index of a list, -1 beyond its ends. */
  at(list: number, index: number): number {
    if (index < 0 || index >= this.#lengths.at(list)) return -1;
    return this.#pool[this.#starts.at(list) + index] ?? -1;
  }

  /** The index of a slot that a list has. */
  indexOf(list: number, slot: number): number {
    const start = this.#starts.at(list);
    return this.#pool.indexOf(slot, start) - start;
  }

  /**
   * The first index whose slot does not come before something; in the order of the list no slot
   * after it does.
   */
  firstNot(list: number, isBefore: (slot: number) => boolean): number {
    const start = this.#starts.at(list);
    let low = start;
    let high = start + this.#lengths.at(list);
    // What is new nearly always belongs at the end.
    if (high > low && isBefore(this.#pool[high - 1] ?? 0)) return high - start;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#pool[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low - start;
  }

  /** Puts a slot in front of the one at an index, or at the end. */
  insert(list: number, index: number, slot: number): void {
    const length = this.#lengths.at(list);
    if (length === this.#capacities.at(list)) this.#extend(list, length + 1);
    const start = this.#starts.at(list);
    this.#pool.copyWithin(start + index + 1, start + index, start + length);
    this.#pool[start + index] = slot;
    this.#lengths.set(list, length + 1);
  }

  /** Takes out the slot at an index. */
  remove(list: number, index: number): void {
    const start = this.#starts.at(list);
    const length = this.#lengths.at(list);
    this.#pool.copyWithin(start + index, start + index + 1, start + length);
    this.#lengths.set(list, length - 1);
  }

  /** Gives a list room for so many slots and a few more, in its place or at the end of the pool. */
  #extend(list: number, needed: number): void {
    const capacity = roomyLength(needed);
    this.#makeRoom(capacity);
    const before = this.#capacities.at(list);
    // It may have got room by packing.
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
    const pool = new Uint32Array(grownLength(this.#end + count));
    pool.set(this.#pool.subarray(0, this.#end));
    this.#pool = pool;
  }

  /**
   * Writes all lists one after the other, each with room for a few more, and leaves room behind
   * them.
   */
  #pack(room: number): void {
    let total = 0;
    for (let list = 0; list < this.#count; list += 1) total += this.#roomyLengthOf(list);
    const before = this.#pool;
    const pool = new Uint32Array(grownLength(total + room));
    let end = 0;
    for (let list = 0; list < this.#count; list += 1) {
      const start = this.#starts.at(list);
      const length = this.#lengths.at(list);
      for (let index = 0; index < length; index += 1) {
        pool[end + index] = before[start + index] ?? 0;
      }
      const capacity = this.#roomyLengthOf(list);
      this.#starts.set(list, end);
      this.#capacities.set(list, capacity);
      end += capacity;
    }
    this.#pool = pool;
    this.#end = end;
    this.#waste = 0;
  }

  /** 0 for a list that was released. */
  #roomyLengthOf(list: number): number {
    const length = this.#lengths.at(list);
    return length === 0 ? 0 : roomyLength(length);
  }
}

/** So that a list can get a few more before it has to move. */
function roomyLength(length: number): number {
  return length + Math.floor(length / 8) + 1;
}
