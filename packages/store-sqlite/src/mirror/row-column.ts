import { grownLength } from "./grown-length.js";
import { ENTRY_BYTES } from "./memory-size.js";
import { NumberColumn } from "./number-column.js";

/** So many slots share the number that their rows are counted from. */
const BLOCK = 32;

/**
 * The rows of records by slot, ascending: two bytes each where the rows of a block lie close
 * together. A row that comes late, smaller than one that is there, gets the next slot too and is
 * remembered apart.
 */
export class RowColumn {
  readonly #expected: number;
  #bases = new Float64Array(0);
  readonly #offsets: NumberColumn;
  readonly #lateSlots = new Map<number, number>();
  readonly #lateRows = new Map<number, number>();
  #size = 0;
  #largest = Number.NEGATIVE_INFINITY;
  /**
   * Block of the row that was asked for last: who asks for ascending rows finds the next one there
   * or in the next block.
   */
  #hint = 0;

  /** @param expected - How many slots there will be, if that is known. */
  constructor(expected = 0) {
    this.#expected = Math.ceil(expected / BLOCK);
    this.#offsets = new NumberColumn(expected);
  }

  /** Number of slots. */
  get size(): number {
    return this.#size;
  }

  /** What it takes in memory. */
  get bytes(): number {
    const late = this.#lateSlots.size + this.#lateRows.size;
    return this.#bases.byteLength + this.#offsets.bytes + late * ENTRY_BYTES;
  }

  /** The row of a slot. */
  at(slot: number): number {
    return (
      (this.#lateRows.size === 0 ? undefined : this.#lateRows.get(slot)) ?? this.#ordered(slot)
    );
  }

  /** Gives a row that has none the next slot. */
  append(row: number): number {
    const slot = this.#size;
    // What comes late is passed over by a search: it looks as large as what is before it.
    const placed = Math.max(row, this.#largest);
    const block = Math.floor(slot / BLOCK);
    if (slot % BLOCK === 0) this.#startBlock(block, placed);
    this.#offsets.set(slot, placed - (this.#bases[block] ?? 0));
    if (row < placed) {
      this.#lateSlots.set(row, slot);
      this.#lateRows.set(slot, row);
    }
    this.#largest = placed;
    this.#size += 1;
    return slot;
  }

  /** The slot of a row, -1 if it has none. */
  slotOf(row: number): number {
    if (row > this.#largest) return -1;
    const slot = this.#firstFrom(row);
    if (this.#ordered(slot) === row) return slot;
    return this.#lateSlots.get(row) ?? -1;
  }

  /** The first slot whose row is at least this one; there is one. */
  #firstFrom(row: number): number {
    this.#hint = this.#blockOf(row);
    const offset = row - (this.#bases[this.#hint] ?? 0);
    let low = this.#hint * BLOCK;
    // Beyond the block is the first slot of the next one.
    let high = Math.min(low + BLOCK, this.#size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets.at(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last block that starts before a row, or the first one. */
  #blockOf(row: number): number {
    const bases = this.#bases;
    let low = 0;
    let high = Math.ceil(this.#size / BLOCK) - 1;
    for (let block = this.#hint; block < Math.min(this.#hint + 2, high); block += 1) {
      if ((bases[block] ?? 0) < row && (bases[block + 1] ?? 0) >= row) return block;
    }
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((bases[middle] ?? 0) < row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #ordered(slot: number): number {
    return (this.#bases[Math.floor(slot / BLOCK)] ?? 0) + this.#offsets.at(slot);
  }

  #startBlock(block: number, base: number): void {
    if (block >= this.#bases.length) {
      const bases = new Float64Array(grownLength(block + 1, this.#expected));
      bases.set(this.#bases);
      this.#bases = bases;
    }
    this.#bases[block] = base;
  }
}
