import type { CallOptions, QueryExpander } from "@kioku/core";
import { documentTerms } from "@kioku/core/toolkit";
import type { ExpandedQuery, FurtherTerm, QueryExpansion } from "@kioku/core/toolkit";

import { EMBEDDER_ID } from "../static-table/asset-files.js";
import { foldTerm, isChineseTerm } from "../static-table/fold-character.js";
import type { StaticTable, TableHandle } from "../static-table/static-table.js";
import { rowOfWord } from "../static-table/word-rows.js";
import { GeneralWeights } from "./general-weights.js";
import { NearWords } from "./near-words.js";

/** More of them found no more, and each is searched for. */
const MOST_FURTHER = 24;
/** Units of a text in which English words are looked for. */
const READ_LENGTH = 4_096;
const ENGLISH_WORD = /[a-z0-9]+/gu;
/** Lengths of Chinese terms in units, the longest first. */
const LENGTHS = [4, 3, 2, 1];

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
  /** Terms of words that were near to one of a query, by the rows of the words. */
  readonly #terms = new Map<number, string>();
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
      NearWords.load(this.#table),
      GeneralWeights.load(this.#table, table),
    ]);
    return { table, near, general };
  }

  #further(
    query: ExpandedQuery,
    weights: readonly number[],
    { table, near }: Loaded,
  ): readonly FurtherTerm[] {
    const indexes = new Map(query.terms.map((term, index) => [term, index]));
    const further = new Map<string, FurtherTerm & { readonly rank: number }>();
    for (const [standsFor, row] of this.#rowsOf(query, table, near)) {
      const own = weights[indexes.get(standsFor) ?? -1] ?? 1;
      for (let place = near.startOf(row); place < near.endOf(row); place += 1) {
        const weight = near.weightAt(place);
        const rank = weight * own;
        const term = this.#termAt(near.rowAt(place), table);
        if ((further.get(term)?.rank ?? 0) >= rank || indexes.has(term)) continue;
        further.set(term, { term, standsFor, weight, rank });
      }
    }
    return [...further.values()].toSorted((a, b) => b.rank - a.rank).slice(0, MOST_FURTHER);
  }

  #termAt(row: number, { vocabulary }: StaticTable): string {
    const known = this.#terms.get(row);
    if (known !== undefined) return known;
    const word = vocabulary.wordAt(row);
    const term = isChineseTerm(word) ? word : (documentTerms(word)[0] ?? word);
    this.#terms.set(row, term);
    return term;
  }

  /** Returns rows of the table by the terms of a query that they are of. */
  #rowsOf(
    { text, terms }: ExpandedQuery,
    table: StaticTable,
    near: NearWords,
  ): ReadonlyMap<string, number> {
    const { vocabulary, simplified } = table;
    const rows = new Map<string, number>();
    const covered = new Set<string>();
    const chinese = terms.filter(isChineseTerm);
    for (const length of chinese.length === 0 ? [] : LENGTHS) {
      for (const term of chinese) {
        // A character says less than the word that it is in: 医 of 医生.
        if (term.length !== length || covered.has(term)) continue;
        const row = vocabulary.rowOf(foldTerm(term, simplified));
        if (row === undefined || near.startOf(row) === near.endOf(row)) continue;
        rows.set(term, row);
        if (length > 1) for (const character of term) covered.add(character);
      }
    }
    // Terms of English are stems, and the table has words.
    const asked = new Set(terms);
    for (const word of text.slice(0, READ_LENGTH).toLowerCase().match(ENGLISH_WORD) ?? []) {
      const own = vocabulary.rowOf(word);
      const row = own ?? rowOfWord(word, vocabulary);
      if (row === undefined) continue;
      const term = own === undefined ? (documentTerms(word)[0] ?? "") : this.#termAt(own, table);
      if (asked.has(term) && !rows.has(term)) rows.set(term, row);
    }
    return rows;
  }
}
