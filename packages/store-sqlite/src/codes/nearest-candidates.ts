import type { Pause } from "../jobs/turn.js";
import { CandidateList } from "./candidate-list.js";
import type { CodeMatrix } from "./code-matrix.js";
import { queryCodes } from "./query-codes.js";

/** What is looked for. */
export interface NearestSearch {
  /** A vector of length 1 and of the matrix's width. */
  readonly query: Float32Array;
  /** How many nearest vectors are wanted. */
  readonly count: number;
  /** Which slots count; asked of few, all of them in `mask`. */
  readonly allows?: ((slot: number) => boolean) | undefined;
  /** A bit for each slot that counts, lowest bits first; slots beyond its end do not count. */
  readonly mask?: Uint32Array | undefined;
  /** Lets others run between two blocks. */
  readonly pause: Pause;
}

/**
 * What a score may err, in steps of codes: 3 standard deviations. Rounding errs by up to half a
 * step, evenly, which is a deviation of a step / √12, and multiplying with a vector of length 1
 * does not change it.
 */
const SLACK = 3 / Math.sqrt(12);
/** So many blocks are scanned between two looks at the clock, in about 0.3 ms. */
const BLOCKS_A_LOOK = 16;

/**
 * The slots whose vectors could be among the `count` nearest, in ascending order: few more than
 * those, to be compared exactly. The matrix may be changed while others run.
 */
export async function nearestCandidates(
  matrix: CodeMatrix,
  { query: values, count, allows, mask, pause }: NearestSearch,
): Promise<Uint32Array> {
  const query = queryCodes(values);
  if (query === undefined || count < 1) return new Uint32Array(0);
  const list = new CandidateList(count, 2 * SLACK * query.unit);
  const take = (slot: number, score: number, scale: number): void => {
    if (allows && !allows(slot)) return;
    list.add(slot, score - SLACK * scale, score + SLACK * scale);
  };
  for (let block = 0; block < matrix.blocks; block += 1) {
    if (block % BLOCKS_A_LOOK === 0) {
      const pausing = pause();
      if (pausing) await pausing;
      matrix.ask(query);
    }
    matrix.scan(block, { query, mask, slack: SLACK, threshold: list.threshold }, take);
  }
  return list.slots;
}
