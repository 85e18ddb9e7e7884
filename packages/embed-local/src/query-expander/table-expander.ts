import type { CallOptions, QueryExpander } from "@kioku/core";
import { documentTerms } from "@kioku/core/toolkit";
import type { ExpandedQuery, FurtherTerm, QueryExpansion } from "@kioku/core/toolkit";

import { EMBEDDER_ID } from "../static-table/asset-files.js";
import { foldTerm } from "../static-table/fold-character.js";
import type { StaticTable, TableHandle } from "../static-table/static-table.js";
import { rowOfWord } from "../static-table/word-rows.js";
import { GeneralWeights } from "./general-weights.js";
import { NearWords } from "./near-words.js";

/** More of them found no more, and each is searched for. */
const MOST_FURTHER = 24;
/** Units of a text in which English words are looked for. */
const READ_LENGTH = 4_096;
const ENGLISH_WORD = /[a-z0-9]+/gu;
const HAN = /^\p{Script=Han}{1,2}$/u;

interface Loaded {
  readonly table: StaticTable;
  readonly near: NearWords;
  readonly general: GeneralWeights;
}

/**
 * Weighs Chinese characters and bigrams by how rare they are in general, and adds the words of the
 * other language that the table has nearest to those of a query.
 */
export class TableExpander implements QueryExpander {
  readonly name: string = EMBEDDER_ID;
  readonly #table: TableHandle;
  /** Terms of words that were near to one of a query. */
  readonly #terms = new Map<string, string>();
  #loaded: Promise<Loaded> | undefined;

  constructor(table: TableHandle) {
    this.#table = table;
  }

  async expand(query: ExpandedQuery, { signal }: CallOptions = {}): Promise<QueryExpansion> {
    signal?.throwIfAborted();
    const loaded = await this.#load();
    signal?.throwIfAborted();
    const weights = loaded.general.of(query.terms, query.text);
    const further = this.#further(query, weights, loaded);
    return { weights, further };
  }

  /** Releases what was loaded. */
  close(): void {
    this.#loaded = undefined;
    this.#terms.clear();
  }

  /** Loads on the first call. The next call repeats a failed load. */
  async #load(): Promise<Loaded> {
    // Throws once the table was closed.
    const table = await this.#table.load();
    const loading = (this.#loaded ??= this.#read(table));
    return loading.catch((error: unknown) => {
      if (this.#loaded === loading) this.#loaded = undefined;
      throw error;
    });
  }

  async #read(table: StaticTable): Promise<Loaded> {
    const [near, general] = await Promise.all([
      NearWords.load(this.#table, table.vocabulary),
      GeneralWeights.load(this.#table, table.simplified),
    ]);
    return { table, near, general };
  }

  #further(
    query: ExpandedQuery,
    weights: readonly number[],
    { table, near }: Loaded,
  ): readonly FurtherTerm[] {
    const weightOf = new Map(query.terms.map((term, index) => [term, weights[index] ?? 1]));
    const further = new Map<string, FurtherTerm & { readonly rank: number }>();
    for (const [standsFor, row] of rowsOf(query, table, near)) {
      for (const { word, weight } of near.of(row)) {
        const term = this.#termOf(word);
        const rank = weight * (weightOf.get(standsFor) ?? 1);
        if (weightOf.has(term) || (further.get(term)?.rank ?? 0) >= rank) continue;
        further.set(term, { term, standsFor, weight, rank });
      }
    }
    return [...further.values()].toSorted((a, b) => b.rank - a.rank).slice(0, MOST_FURTHER);
  }

  #termOf(word: string): string {
    const known = this.#terms.get(word);
    if (known !== undefined) return known;
    const term = HAN.test(word) ? word : (documentTerms(word)[0] ?? word);
    this.#terms.set(word, term);
    return term;
  }
}

/** Returns rows of the table by the terms of a query that they are of. */
function rowsOf(
  { text, terms }: ExpandedQuery,
  { vocabulary, simplified }: StaticTable,
  near: NearWords,
): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const covered = new Set<string>();
  const chinese = terms.filter((term) => HAN.test(term)).toSorted((a, b) => b.length - a.length);
  for (const term of chinese) {
    // A character says less than the word that it is in: 医 of 医生.
    if (covered.has(term)) continue;
    const row = vocabulary.rowOf(foldTerm(term, simplified));
    if (row === undefined || near.countOf(row) === 0) continue;
    rows.set(term, row);
    if (term.length > 1) for (const character of term) covered.add(character);
  }
  // Terms of English are stems, and the table has words.
  const asked = new Set(terms);
  for (const word of text.slice(0, READ_LENGTH).toLowerCase().match(ENGLISH_WORD) ?? []) {
    const [term = ""] = documentTerms(word);
    const row = asked.has(term) && !rows.has(term) ? rowOfWord(word, vocabulary) : undefined;
    if (row !== undefined) rows.set(term, row);
  }
  return rows;
}
