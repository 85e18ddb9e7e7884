/**
 * How telling each concept is: the rarer among the examples of all skills and in the background,
 * the more.
 */
export class ConceptWeights {
  readonly #counts = new Map<number, number>();
  #texts = 0;

  /** Counts a text by its concepts. */
  add(concepts: Iterable<number>): void {
    this.#texts += 1;
    for (const concept of concepts) {
      this.#counts.set(concept, (this.#counts.get(concept) ?? 0) + 1);
    }
  }

  /** Takes back a text that was counted. */
  remove(concepts: Iterable<number>): void {
    this.#texts -= 1;
    for (const concept of concepts) {
      this.#counts.set(concept, Math.max((this.#counts.get(concept) ?? 0) - 1, 0));
    }
  }

  /** Inverse document frequency as a share of that of a concept in no text, 0 to 1. */
  of(concept: number): number {
    const most = Math.log(this.#texts + 1);
    const count = this.#counts.get(concept) ?? 0;
    return most === 0 ? 1 : Math.log((this.#texts + 1) / (count + 1)) / most;
  }
}
