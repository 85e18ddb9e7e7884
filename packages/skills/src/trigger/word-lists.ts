import everyday from "./words/everyday-concepts.json" with { type: "json" };
import sentences from "./words/everyday-sentences.json" with { type: "json" };
import finer from "./words/finer-concepts.json" with { type: "json" };
import home from "./words/home-concepts.json" with { type: "json" };
import life from "./words/life-concepts.json" with { type: "json" };
import trade from "./words/trade-concepts.json" with { type: "json" };
import wider from "./words/wider-concepts.json" with { type: "json" };
import work from "./words/work-concepts.json" with { type: "json" };

/** Concept files. Their order numbers the concepts, and stored vectors depend on it. */
const CONCEPT_FILES = [everyday, work, life, finer, wider, home, trade];

/** The word lists in `words/`. */
export class WordLists {
  /** Everyday sentences, which a text and an example have to stand out from. */
  readonly background: readonly string[] = sentences.sentences;
  #concepts: readonly string[] | undefined;

  /**
   * Concepts that people ask assistants about: words and phrases that mean much the same, with `_`
   * for a space within a phrase. They are keywords and, embedded, landmarks of topics.
   */
  get concepts(): readonly string[] {
    this.#concepts ??= CONCEPT_FILES.flatMap(({ concepts }) =>
      concepts.map((words) => words.map((word) => word.replaceAll(" ", "_")).join(" ")),
    );
    return this.#concepts;
  }
}
