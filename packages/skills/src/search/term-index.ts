import { textWeights } from "@kioku/core/toolkit";

/** Terms of a skill by how often it has them. */
export interface SkillWords {
  readonly counts: ReadonlyMap<string, number>;
  /** Number of its words. */
  readonly length: number;
}

/** Terms of a query. */
export interface AskedTerms {
  /** Words, then topics. */
  readonly terms: readonly string[];
  /** Number of words. */
  readonly words: number;
  /** Returns the weight of a term, beside 1, by its place and the number of skills that have it. */
  readonly weightOf: (place: number, frequency: number) => number;
}

interface Occurrence {
  readonly skill: number;
  readonly count: number;
}

/** Skills by their terms. */
export class TermIndex {
  readonly #skills = new Map<string, Occurrence[]>();
  readonly #lengths: number[];

  /** @param size - Number of skills, which have no words until they are added. */
  constructor(size: number) {
    this.#lengths = Array.from({ length: size }, () => 0);
  }

  add(skill: number, { counts, length }: SkillWords): void {
    this.#lengths[skill] = length;
    for (const [term, count] of counts) {
      const known = this.#skills.get(term);
      if (known) known.push({ skill, count });
      else this.#skills.set(term, [{ skill, count }]);
    }
  }

  /** Scores each skill as `textScorer`; 0 for nothing. */
  scores({ terms, words, weightOf }: AskedTerms): readonly number[] {
    const found = terms.map((term) => this.#skills.get(term) ?? []);
    const frequencies = found.map(({ length }) => length);
    const { weights, damping } = textWeights({
      documents: this.#lengths.length,
      totalTerms: this.#lengths.reduce((sum, length) => sum + length, 0),
      documentFrequencies: frequencies,
      weights: frequencies.map((frequency, place) => weightOf(place, frequency)),
      originals: words,
    });
    const damped = this.#lengths.map(damping);
    const scores = this.#lengths.map(() => 0);
    for (const [place, occurrences] of found.entries()) {
      for (const { skill, count } of occurrences) {
        const brought = ((weights[place] ?? 0) * count) / (count + (damped[skill] ?? 0));
        scores[skill] = (scores[skill] ?? 0) + brought;
      }
    }
    return scores;
  }
}
