import { replaceTop } from "@kioku/core/toolkit";

import type { Pause } from "../../sql/scheduling.js";
import { resized } from "../columns.js";
import { queryCodes, type QueryCodes } from "./code-kernel.js";
import type { CodeMatrix } from "./code-matrix.js";
import type { SignQuery } from "./sign-bits.js";

interface NearestSearch {
  /** A vector of length 1, as wide as the matrix. */
  readonly query: Float32Array;
  readonly count: number;
  /** Filter of ordinals; checked for few, all of them in `mask`. */
  readonly allows?: ((ordinal: number) => boolean) | undefined;
  /** A bit per allowed ordinal, lowest first, 0 beyond its end. */
  readonly mask?: Uint32Array | undefined;
  readonly pause: Pause;
}

/**
 * Margin of error of a score in steps of codes: 3 standard deviations. A rounding error is uniform
 * within half a step, so it deviates by a step / √12, also after multiplication with a vector of
 * length 1.
 */
const SLACK = 3 / Math.sqrt(12);
/** Blocks between two pauses, about 0.3 ms. */
const BLOCKS_A_LOOK = 16;
/**
 * Returns the ordinals that could be among the `count` nearest, ascending, for exact comparison.
 * The matrix may change during pauses.
 */
export async function nearestCandidates(
  matrix: CodeMatrix,
  { query: values, count, allows, mask, pause }: NearestSearch,
): Promise<Uint32Array> {
  const query = queryCodes(values);
  if (query === undefined || count < 1) return new Uint32Array(0);
  const list = new CandidateList(count, 2 * SLACK * query.unit);
  const search: CodeSearch = { matrix, query, mask, list, allows, pause };
  const signs = matrix.signQuery(values);
  const isOfUse = signs !== undefined && (await findBySigns(search, signs));
  const isPaid = await scanAll(search, isOfUse ? signs : undefined);
  signs?.of.noteUse(isPaid);
  return list.ordinals;
}

interface CodeSearch extends Pick<NearestSearch, "allows" | "mask" | "pause"> {
  readonly matrix: CodeMatrix;
  readonly query: QueryCodes;
  readonly list: CandidateList;
}

/**
 * Share of rows from which comparing what signs choose takes as long as scanning all: 45 ns a row;
 * 110 ns in far memory, each on a page of its own, where a scan takes 11 ns.
 */
const MOST_CHOSEN = 1 / 10;
const MOST_CHOSEN_FAR = 1 / 25;
const FAR_BYTES = 2 ** 26;
/** The same for estimates, which choose many before they know some of the nearest. */
const MOST_ESTIMATED = 1 / 4;
/** Blocks of which signs may choose all. */
const FIRST_BLOCKS = 16;
/** Blocks whose signs are written in a search, about 15 ms. */
const SIGNED_A_SEARCH = 32;

/**
 * Finds some of the nearest by estimates, and raises the threshold of the list to them. Returns
 * false if the estimates choose too many.
 */
async function findBySigns(search: CodeSearch, signs: SignQuery): Promise<boolean> {
  const { matrix, query, mask, list, allows } = search;
  const take = (ordinal: number, score: number, scale: number): void => {
    if (!allows || allows(ordinal)) list.raise(score - SLACK * scale);
  };
  let [chosen, written] = [0, 0];
  for (let block = 0; block < matrix.blocks; block += 1) {
    const isNew = written < SIGNED_A_SEARCH && matrix.sign(block);
    if (isNew) written += 1;
    if (isNew || block % BLOCKS_A_LOOK === 0) await begin(search, signs);
    const { threshold } = list;
    const estimates = { by: "estimate", query, mask, signs, slack: SLACK, threshold } as const;
    chosen += matrix.compare(block, estimates, take) ?? 0;
    if (block > FIRST_BLOCKS && chosen > matrix.rowsBefore(block) * MOST_ESTIMATED) return false;
  }
  return true;
}

/**
 * Adds all that can be among the nearest: of blocks that have signs, what these do not exclude.
 * Returns true if signs excluded enough.
 */
async function scanAll(search: CodeSearch, signs: SignQuery | undefined): Promise<boolean> {
  const { matrix, query, mask, list, allows } = search;
  const take = (ordinal: number, score: number, scale: number): void => {
    if (allows && !allows(ordinal)) return;
    list.add(ordinal, score - SLACK * scale, score + SLACK * scale);
  };
  const most = matrix.bytes > FAR_BYTES ? MOST_CHOSEN_FAR : MOST_CHOSEN;
  let chosen = 0;
  let choosing = signs;
  for (let block = 0; block < matrix.blocks; block += 1) {
    if (block % BLOCKS_A_LOOK === 0) await begin(search, signs);
    const { threshold } = list;
    const bounds =
      choosing && ({ by: "bound", query, mask, signs: choosing, slack: SLACK, threshold } as const);
    const count = bounds && matrix.compare(block, bounds, take);
    if (count === undefined) matrix.scan(block, { query, mask, slack: SLACK, threshold }, take);
    chosen += count ?? 0;
    if (block > FIRST_BLOCKS && chosen > matrix.rowsBefore(block) * most) choosing = undefined;
  }
  return choosing !== undefined;
}

/** Lets others work, then prepares the matrix, which they may have used or changed. */
async function begin(
  { matrix, query, pause }: CodeSearch,
  signs: SignQuery | undefined,
): Promise<void> {
  const pausing = pause();
  if (pausing) await pausing;
  matrix.setQuery(query, signs);
}

const FIRST_CAPACITY = 1_024;

/** Candidates for the best `count`; heaps hold the best lower bounds, the least on top. */
class CandidateList {
  readonly #heap: Float64Array;
  /** Of ordinals that were given to `raise`. */
  readonly #known: Float64Array;
  readonly #margin: number;
  #ordinals = new Uint32Array(FIRST_CAPACITY);
  #most = new Float64Array(FIRST_CAPACITY);
  #length = 0;

  /** @param margin - Maximum error between two bounds, beyond those given to `add`. */
  constructor(count: number, margin: number) {
    this.#heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.#known = this.#heap.slice();
    this.#margin = margin;
  }

  /** Minimum upper bound to stay. */
  get threshold(): number {
    return Math.max(this.#heap[0] ?? 0, this.#known[0] ?? 0) - this.#margin;
  }

  /** The remaining ordinals, in insertion order. */
  get ordinals(): Uint32Array {
    this.#prune();
    return this.#ordinals.slice(0, this.#length);
  }

  /** Raises the threshold by an ordinal with a score from `least` on, which is added later. */
  raise(least: number): void {
    if (least > (this.#known[0] ?? Number.POSITIVE_INFINITY)) replaceTop(this.#known, least);
  }

  /** Adds an ordinal with a score between `least` and `most`. */
  add(ordinal: number, least: number, most: number): void {
    if (most < this.threshold) return;
    if (least > (this.#heap[0] ?? Number.POSITIVE_INFINITY)) replaceTop(this.#heap, least);
    if (this.#length === this.#ordinals.length) this.#makeRoom();
    this.#ordinals[this.#length] = ordinal;
    this.#most[this.#length] = most;
    this.#length += 1;
  }

  #makeRoom(): void {
    this.#prune();
    if (this.#length * 2 <= this.#ordinals.length) return;
    this.#most = resized(this.#most, this.#ordinals.length * 2);
    this.#ordinals = resized(this.#ordinals, this.#ordinals.length * 2);
  }

  #prune(): void {
    const { threshold } = this;
    let kept = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const most = this.#most[index] ?? 0;
      if (most < threshold) continue;
      this.#ordinals[kept] = this.#ordinals[index] ?? 0;
      this.#most[kept] = most;
      kept += 1;
    }
    this.#length = kept;
  }
}
