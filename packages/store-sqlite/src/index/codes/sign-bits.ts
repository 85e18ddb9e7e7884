import { BLOCK_BYTES } from "./code-arena.js";
import type { BlockLayout, CodeArena } from "./code-arena.js";
import { GROUP_ROWS, groupBytes } from "./sign-kernel.js";

/** Rows of a block of codes, from `row` to the one before `rowEnd`. */
export interface SignedRows {
  /** Offsets of the codes and scales of the block. */
  readonly codes: number;
  readonly scales: number;
  readonly row: number;
  readonly rowEnd: number;
}

/** A query by signs. */
export interface SignQuery {
  /** The signs it was made for. */
  readonly of: SignBits;
  readonly table: Uint8Array;
  readonly unit: number;
  readonly bias: number;
  readonly extra: number;
  /** Product of the query with the centre, which each score contains. */
  readonly offset: number;
  /** Square of the length of the query, less the centre. */
  readonly reach: number;
}

/** Which rows signs choose. */
export interface SignSearch {
  /** By estimates alone, which are made now, or all that the last estimates do not exclude. */
  readonly by: "estimate" | "bound";
  readonly signs: SignQuery;
  /** Number of scales that a score may fall short of the threshold. */
  readonly slack: number;
  readonly threshold: number;
}

/**
 * Deviations that a score may differ from its estimate by signs. The random rotation makes errors
 * normal whatever the vectors are, so that 1 in 300,000 of the nearest is missed.
 */
const DEVIATIONS = 4.5;
/** Most queries in a row that do without signs. */
const LONGEST_PAUSE = 64;
/** The greatest sum of four numbers of a query, so that two tables add up to a byte. */
const MOST_OF_FOUR = 63;
/** Half of the greatest sum of all. */
const MOST_OF_ALL = 32_767;

/**
 * Signs of rotated vectors, a bit a number, and estimates of products with them: "RaBitQ" (Gao and
 * Long, 2024). Kept for whole blocks of codes, several in a block of the arena.
 */
export class SignBits {
  readonly #arena: CodeArena;
  readonly #layout: BlockLayout;
  readonly #stride: number;
  readonly #groups: number;
  /** Rotated. */
  readonly #centre: Float32Array;
  readonly #blocks: number[] = [];
  /** Offsets of parts of blocks that nothing is in. */
  readonly #free: number[] = [];
  /** Offsets by number of the block of codes. */
  readonly #parts: (number | undefined)[] = [];
  /** The queries of the last estimates, by number of the block of codes. */
  readonly #estimated: (SignQuery | undefined)[] = [];
  #maxScale = 0;
  #maxFactor = 0;
  /** The most that is across the signs of a row, squared. */
  #maxLost = 0;
  /** Number of queries that do without, and how many after the next one that gains nothing. */
  #left = 0;
  #pause = 1;

  /** @param centre - The mean of some of the vectors, zero-padded; is taken over. */
  constructor(arena: CodeArena, layout: BlockLayout, centre: Float32Array) {
    this.#arena = arena;
    this.#layout = layout;
    this.#stride = layout.stride;
    this.#groups = Math.ceil(layout.rows / GROUP_ROWS);
    arena.rotate(centre);
    this.#centre = centre;
  }

  get bytes(): number {
    return this.#blocks.length * BLOCK_BYTES;
  }

  /** Makes room for a block. Returns false if it was there, or the arena is full. */
  add(number: number): boolean {
    if (this.#parts[number] !== undefined) return false;
    const part = this.#free.pop() ?? this.#allocate();
    if (part === undefined) return false;
    const bytes = groupBytes(this.#stride);
    const { floats } = this.#arena.memory;
    for (let group = 0; group < this.#groups; group += 1) {
      const traits = (part + group * bytes + this.#stride * 4) / 4;
      floats.fill(Number.NaN, traits, traits + GROUP_ROWS);
    }
    this.#parts[number] = part;
    return true;
  }

  /** Writes the signs of rows if those of their block are kept. */
  write(number: number, rows: SignedRows): void {
    const groups = this.#parts[number];
    if (groups === undefined) return;
    this.#arena.sign({ ...rows, groups, walk: this.#layout.walk }, this.#centre);
    const { floats } = this.#arena.memory;
    const bytes = groupBytes(this.#stride);
    for (let row = rows.row; row < rows.rowEnd; row += 1) {
      const group = groups + Math.floor(row / GROUP_ROWS) * bytes;
      const traits = (group + this.#stride * 4) / 4 + (row % GROUP_ROWS);
      const factor = floats[traits] ?? 0;
      if (Number.isNaN(factor)) continue;
      const lost = factor * factor * this.#stride - (floats[traits + GROUP_ROWS * 2] ?? 0);
      this.#maxLost = Math.max(this.#maxLost, lost);
      this.#maxFactor = Math.max(this.#maxFactor, factor);
      this.#maxScale = Math.max(this.#maxScale, floats[rows.scales / 4 + row] ?? 0);
    }
  }

  release(): void {
    for (const block of this.#blocks) this.#arena.release(block);
    this.#blocks.length = 0;
    this.#free.length = 0;
    this.#parts.length = 0;
    this.#estimated.length = 0;
  }

  /** Notes if a query gained from signs. After some that did not, few are asked by signs. */
  noteUse(isPaid: boolean): void {
    this.#left = isPaid ? 0 : this.#pause;
    this.#pause = isPaid ? 1 : Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  /** Returns a query by signs; `undefined` while they exclude too little. */
  queryOf(values: Float32Array): SignQuery | undefined {
    if (this.#left > 0) {
      this.#left -= 1;
      return undefined;
    }
    const rotated = new Float32Array(this.#stride);
    rotated.set(values);
    this.#arena.rotate(rotated);
    let [offset, reach] = [0, 0];
    for (let column = 0; column < this.#stride; column += 1) {
      const middle = this.#centre[column] ?? 0;
      offset += (rotated[column] ?? 0) * middle;
      const apart = (rotated[column] ?? 0) - middle;
      rotated[column] = apart;
      reach += apart * apart;
    }
    const { table, unit, bias } = tableOf(rotated);
    const extra = (DEVIATIONS * unit * Math.sqrt(this.#stride)) / Math.sqrt(12);
    return { of: this, table, unit, bias, extra, offset, reach };
  }

  /**
   * Lists rows of a block for comparison; `undefined` if it has no signs, or no estimates.
   * @param mask - A bit per row. Default: all rows.
   */
  list(number: number, search: SignSearch, mask: Uint8Array | undefined): number | undefined {
    const { by, signs, slack, threshold } = search;
    const first = this.#parts[number];
    if (first === undefined || signs.of !== this) return undefined;
    const stride = this.#stride;
    const groups = mask ? Math.ceil((mask.length * 8) / GROUP_ROWS) : this.#groups;
    const need = threshold - signs.offset;
    if (by === "estimate") {
      this.#estimated[number] = signs;
      const { unit, bias } = signs;
      return this.#arena.estimate({ stride, first, groups, unit, bias, need }, mask);
    }
    if (this.#estimated[number] !== signs) return undefined;
    const { reach, extra } = signs;
    const spread = DEVIATIONS ** 2 / (stride - 1);
    const error = Math.sqrt(reach * spread * this.#maxLost) + extra * this.#maxFactor;
    const bound = need - slack * this.#maxScale;
    // A little less, because of its rounding.
    const least = bound - error * 1.001;
    const call = { stride, first, groups, need: bound, least, reach, spread, extra };
    return this.#arena.near(call, mask);
  }

  #allocate(): number | undefined {
    const block = this.#arena.allocate();
    if (block === undefined) return undefined;
    this.#blocks.push(block);
    const bytes = this.#groups * groupBytes(this.#stride);
    for (let part = block; part + bytes <= block + BLOCK_BYTES; part += bytes) {
      this.#free.push(part);
    }
    return this.#free.pop();
  }
}

/** Returns the sums of each four numbers under each choice of signs, as bytes. */
function tableOf(values: Float32Array): Pick<SignQuery, "table" | "unit" | "bias"> {
  const { length } = values;
  let most = 0;
  for (let at = 0; at < length; at += 4) {
    let size = 0;
    for (let lane = 0; lane < 4; lane += 1) size += Math.abs(values[at + lane] ?? 0);
    most = Math.max(most, size);
  }
  // Rounding may add half a step to each.
  const unit = most / (Math.min(MOST_OF_FOUR, Math.floor((MOST_OF_ALL * 4) / length)) - 2) || 1;
  const table = new Uint8Array(length * 4);
  let bias = 0;
  for (let at = 0; at < length; at += 1) {
    const step = Math.round((values[at] ?? 0) / unit);
    const lane = at & 3;
    const start = (at - lane) * 4;
    const size = Math.abs(step);
    bias += size;
    // All choices have the sizes of all four on top, so that none is negative.
    for (let signs = 0; signs < 16; signs += 1) {
      const isPositive = ((signs >>> lane) & 1) === 1;
      table[start + signs] = (table[start + signs] ?? 0) + size + (isPositive ? step : -step);
    }
  }
  return { table, unit, bias };
}

/** Vectors that a centre is made of. */
const MEAN_OF = 2_048;

/** Returns the mean of some of the first `end` vectors, given the decoded ones by ordinal. */
export function meanOf(
  end: number,
  stride: number,
  decoded: (ordinal: number) => Float32Array | undefined,
): Float32Array {
  const mean = new Float64Array(stride);
  const step = Math.ceil(end / MEAN_OF);
  let count = 0;
  for (let ordinal = 0; ordinal < end; ordinal += step) {
    const values = decoded(ordinal);
    if (!values) continue;
    for (let column = 0; column < stride; column += 1) {
      mean[column] = (mean[column] ?? 0) + (values[column] ?? 0);
    }
    count += 1;
  }
  return Float32Array.from(mean, (sum) => sum / Math.max(count, 1));
}
