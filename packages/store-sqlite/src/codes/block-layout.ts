/** Vectors longer than this many numbers have no place. */
export const MAX_DIMENSIONS: number = 16_384;
/**
 * Memory is given out in blocks of this size, 264 KiB: 16 of the longest vectors fit with their
 * scales.
 */
export const BLOCK_BYTES: number = 270_336;

/** Places so many bytes apart compete for the same lines of a processor's cache. */
const CACHE_PAGE = 4_096;
/** Nine cache lines: added to the walks, it leads each of the eight to lines of its own. */
const WALK_PADDING = 576;

/** A block has no more rows than this: as many as there are of the shortest vectors. */
export const MAX_BLOCK_ROWS: number = blockLayout(1).rows;

/**
 * How rows lie in a block, all sizes in bytes. Rows are divided into groups of 8. The first rows of
 * all groups lie one after another, then all second ones, up to the eighth: the kernel walks at
 * eight places at once. The scales follow, in the order of rows.
 */
export interface BlockLayout {
  /** Bytes of a row: its codes, up to a multiple of 16. */
  readonly stride: number;
  /** How many rows there are, a multiple of 8. */
  readonly rows: number;
  /** From one row of a group to the next. */
  readonly walk: number;
  /** From the beginning of the block to the scales. */
  readonly scales: number;
}

/** How vectors of a width lie in a block. */
export function blockLayout(dimensions: number): BlockLayout {
  const stride = Math.ceil(dimensions / 16) * 16;
  const groups = Math.floor(BLOCK_BYTES / (8 * (stride + 4)));
  const rows = groups * 8;
  const apart = groups * stride;
  const left = BLOCK_BYTES - rows * (stride + 4);
  // 1,024 numbers, for one: measured 15 % faster.
  const padded = apart % CACHE_PAGE === 0 && left >= 8 * WALK_PADDING;
  const walk = padded ? apart + WALK_PADDING : apart;
  return { stride, rows, walk, scales: walk * 8 };
}

/** Returns how many bytes the blocks of so many vectors take. */
export function bytesOfCodes(vectors: number, dimensions: number): number {
  return Math.ceil(vectors / blockLayout(dimensions).rows) * BLOCK_BYTES;
}
