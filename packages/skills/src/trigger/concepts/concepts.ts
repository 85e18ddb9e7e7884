import { EVERYDAY_CONCEPTS } from "./everyday-concepts.js";
import { FINER_CONCEPTS } from "./finer-concepts.js";
import { HOME_CONCEPTS } from "./home-concepts.js";
import { LIFE_CONCEPTS } from "./life-concepts.js";
import { TRADE_CONCEPTS } from "./trade-concepts.js";
import { WIDER_CONCEPTS } from "./wider-concepts.js";
import { WORK_CONCEPTS } from "./work-concepts.js";

/**
 * Concepts that people ask assistants about, a line each: words and phrases in English and Chinese
 * that stand for much the same thing, apart by spaces, `_` for a space within a phrase. A word may
 * stand for several concepts. They serve in two ways: as keywords that do not depend on the
 * language, and, embedded, as landmarks that say what a text is about.
 */
export const CONCEPTS: readonly string[] = [
  EVERYDAY_CONCEPTS,
  WORK_CONCEPTS,
  LIFE_CONCEPTS,
  FINER_CONCEPTS,
  WIDER_CONCEPTS,
  HOME_CONCEPTS,
  TRADE_CONCEPTS,
]
  .flatMap((lines) => lines.split("\n"))
  .filter((line) => line !== "");
