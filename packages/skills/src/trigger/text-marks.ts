import { documentTerms } from "@kioku/core/toolkit";

import { actionsOf } from "./actions.js";

/** Concepts by number, words, and kinds of actions as negative numbers. */
type Mark = number | string;

/** Marks that a text names, beside its vector. */
export interface TextMarks {
  readonly concepts: readonly number[];
  readonly words: readonly string[];
  readonly actions: readonly number[];
}

/** Weights of the marks beside the vector, whose length is 1. */
const CONCEPTS = 0.75;
const WORDS = 0.35;
const ACTIONS = 0.45;

/** Finds the marks of a text. */
export function marksOf(text: string, concepts: Iterable<number>): TextMarks {
  return {
    concepts: [...concepts],
    words: [...new Set(documentTerms(text))],
    actions: actionsOf(text),
  };
}

/** A text as a vector of length 1: its dense vector times `scale`, and the weights of its marks. */
export interface MarkedText {
  readonly vector: Float32Array;
  readonly scale: number;
  readonly weights: ReadonlyMap<Mark, number>;
}

/** Rarity of marks among texts. */
export class MarkRarity {
  readonly #counts = new Map<Mark, number>();
  #texts = 0;

  add({ concepts, words, actions }: TextMarks): void {
    this.#texts += 1;
    for (const mark of concepts) this.#count(mark);
    for (const mark of words) this.#count(mark);
    for (const action of actions) this.#count(actionMark(action));
  }

  /** Returns the inverse document frequency, as a share of that of an unused mark, 0 to 1. */
  of(mark: Mark): number {
    const most = Math.log(this.#texts + 1);
    const count = this.#counts.get(mark) ?? 0;
    return most === 0 ? 1 : Math.log((this.#texts + 1) / (count + 1)) / most;
  }

  /** Joins the vector of a text with its marks, the rare ones weighing more. */
  mark(vector: Float32Array, { concepts, words, actions }: TextMarks): MarkedText {
    const weights = new Map<Mark, number>();
    const squares =
      1 +
      this.#weigh(weights, concepts, CONCEPTS) +
      this.#weigh(weights, words, WORDS) +
      this.#weigh(weights, actions.map(actionMark), ACTIONS);
    const scale = 1 / Math.sqrt(squares);
    for (const [mark, weight] of weights) weights.set(mark, weight * scale);
    return { vector, scale, weights };
  }

  /** Adds marks at a length of `share` in all, and returns the square of that length. */
  #weigh(weights: Map<Mark, number>, marks: readonly Mark[], share: number): number {
    const rarities = marks.map((mark) => this.of(mark));
    const length = Math.hypot(...rarities);
    if (length === 0) return 0;
    for (const [index, mark] of marks.entries()) {
      weights.set(mark, (share * (rarities[index] ?? 0)) / length);
    }
    return share ** 2;
  }

  #count(mark: Mark): void {
    this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
  }
}

function actionMark(action: number): number {
  return -1 - action;
}
