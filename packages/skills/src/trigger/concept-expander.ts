import type { QueryExpander } from "@kioku/core";
import { checkMembers, checkNumber, documentTerms } from "@kioku/core/toolkit";
import type { ExpandedQuery, FurtherTerm, QueryExpansion } from "@kioku/core/toolkit";

import { WordLists } from "./word-lists.js";

/** Options of `conceptExpander`. */
export interface ConceptExpanderOptions {
  /** Weight of each further term, above 0, at most 1. @defaultValue 0.05 */
  readonly weight?: number | undefined;
}

/** Terms of a query from which on further ones have their full weight. */
const FULL_TERMS = 8;
const MOST_FURTHER = 32;
/** One Chinese term. Longer words are several. */
const HAN = /^\p{Script=Han}{1,2}$/u;
const ANY_HAN = /\p{Script=Han}/u;

/**
 * Makes an expander of queries that searches by keyword for the other words of the concepts that a
 * query names, in English and Chinese: the lists by which skills wake. For `createMemory`.
 * @throws `invalid-input` naming the option.
 */
export function conceptExpander(options: ConceptExpanderOptions = {}): QueryExpander {
  checkMembers(options, "conceptExpander", ["weight"]);
  const weight = checkNumber(options.weight ?? 0.05, "weight", { above: 0, max: 1 });
  return new ConceptExpander(weight);
}

class ConceptExpander implements QueryExpander {
  readonly name: string = "kioku/concepts";
  readonly #weight: number;
  /** Terms of the concepts that a term names. */
  readonly #concepts = new Map<string, (readonly string[])[]>();

  constructor(weight: number) {
    this.#weight = weight;
  }

  expand({ terms }: ExpandedQuery): QueryExpansion {
    if (this.#concepts.size === 0) this.#learn();
    const asked = new Set(terms);
    const weight = this.#weight * Math.min(terms.length / FULL_TERMS, 1);
    const further = new Map<string, FurtherTerm>();
    for (const standsFor of terms) {
      for (const term of this.#concepts.get(standsFor)?.flat() ?? []) {
        if (further.size === MOST_FURTHER) break;
        if (!asked.has(term)) further.set(term, { term, standsFor, weight });
      }
    }
    return { further: [...further.values()] };
  }

  #learn(): void {
    for (const line of new WordLists().concepts) {
      const terms = new Set(line.split(" ").flatMap(termOf));
      for (const term of terms) {
        const known = this.#concepts.get(term);
        if (known) known.push([...terms]);
        else this.#concepts.set(term, [[...terms]]);
      }
    }
  }
}

/** Returns the term of an entry; none of a phrase, which no single term says. */
function termOf(entry: string): readonly string[] {
  if (HAN.test(entry)) return [entry];
  if (ANY_HAN.test(entry) || entry.includes("_")) return [];
  const terms = documentTerms(entry);
  return terms.length === 1 ? terms : [];
}
