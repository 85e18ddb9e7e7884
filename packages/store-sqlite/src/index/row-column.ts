import {
  arrayBytes,
  COLUMN_BYTES,
  grownLength,
  mapBytes,
  NO_DOUBLES,
  NumberColumn,
  resized,
  type Numbers,
} from "./columns.js";

/** Ordinals that share a base row. */
const BLOCK = 32;

/** The rows of a `RowColumn`. */
export interface RowsState {
  readonly bases: Float64Array<ArrayBuffer>;
  readonly offsets: Numbers;
  readonly late: readonly (readonly [row: number, ordinal: number])[];
  readonly size: number;
  readonly largest: number;
}

/** Rows by ordinal in two bytes; late rows, smaller than an earlier one, are kept apart. */
export class RowColumn {
  readonly #expected: number;
  #bases = NO_DOUBLES;
  readonly #offsets: NumberColumn;
  #lateOrdinals: Map<number, number> | undefined;
  #lateRows: Map<number, number> | undefined;
  #size = 0;
  #largest = Number.NEGATIVE_INFINITY;
  /** Block of the last lookup: ascending lookups hit it or the next one. */
  #hint = 0;

  constructor(expected = 0) {
    this.#expected = Math.ceil(expected / BLOCK);
    this.#offsets = new NumberColumn(expected);
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    const late = mapBytes(this.#lateOrdinals) + mapBytes(this.#lateRows);
    return COLUMN_BYTES + arrayBytes(this.#bases) + this.#offsets.bytes + late;
  }

  /** Returns a copy of its rows, for `restore`. */
  state(): RowsState {
    return {
      bases: this.#bases.slice(),
      offsets: this.#offsets.state(),
      late: [...(this.#lateOrdinals ?? [])],
      size: this.#size,
      largest: Math.max(this.#largest, -1),
    };
  }

  /** Replaces its rows. */
  restore({ bases, offsets, late, size, largest }: RowsState): void {
    this.#bases = bases;
    this.#offsets.restore(offsets);
    for (const [row, ordinal] of late) this.#addLate(row, ordinal);
    this.#size = size;
    this.#largest = largest;
  }

  at(ordinal: number): number {
    return this.#lateRows?.get(ordinal) ?? this.#ordered(ordinal);
  }

  /** Adds a row and returns its ordinal. */
  append(row: number): number {
    const ordinal = this.#size;
    // Binary search skips late rows, since they appear as large as their predecessor.
    const stored = Math.max(row, this.#largest);
    const block = Math.floor(ordinal / BLOCK);
    if (ordinal % BLOCK === 0) this.#startBlock(block, stored);
    this.#offsets.set(ordinal, stored - (this.#bases[block] ?? 0));
    if (row < stored) {
      this.#addLate(row, ordinal);
    }
    this.#largest = stored;
    this.#size += 1;
    return ordinal;
  }

  ordinalOf(row: number): number {
    if (row > this.#largest) return -1;
    const ordinal = this.#firstFrom(row);
    if (this.#ordered(ordinal) === row) return ordinal;
    return this.#lateOrdinals?.get(row) ?? -1;
  }

  /** Returns the first ordinal with at least this row; there is one. */
  #firstFrom(row: number): number {
    this.#hint = this.#blockOf(row);
    const offset = row - (this.#bases[this.#hint] ?? 0);
    let low = this.#hint * BLOCK;
    // Past the block comes the first ordinal of the next one.
    let high = Math.min(low + BLOCK, this.#size);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets.at(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the last block that starts before a row, or the first one. */
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

  #addLate(row: number, ordinal: number): void {
    (this.#lateOrdinals ??= new Map()).set(row, ordinal);
    (this.#lateRows ??= new Map()).set(ordinal, row);
  }

  #ordered(ordinal: number): number {
    return (this.#bases[Math.floor(ordinal / BLOCK)] ?? 0) + this.#offsets.at(ordinal);
  }

  #startBlock(block: number, base: number): void {
    if (block >= this.#bases.length) {
      this.#bases = resized(this.#bases, grownLength(block + 1, this.#expected));
    }
    this.#bases[block] = base;
  }
}
