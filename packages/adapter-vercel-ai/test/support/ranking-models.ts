/** Call of a reranking model of any specification. */
interface RankingCall {
  readonly query: string;
  readonly documents: { readonly values: readonly unknown[] };
}

/**
 * A reranking model of any specification, by hand. Its private members fail on anything but itself.
 */
export class WordRankingModel<Version extends "v3" | "v4"> {
  readonly specificationVersion: Version;
  readonly provider = "test.reranking";
  readonly modelId = "words";
  readonly #calls: RankingCall[] = [];

  constructor(version: Version) {
    this.specificationVersion = version;
  }

  get calls(): readonly RankingCall[] {
    return this.#calls;
  }

  /** Scores by the share of words in common; neither sorts nor heeds `topN`. */
  async doRerank(call: RankingCall): Promise<{ ranking: RankedPlace[] }> {
    this.#calls.push(call);
    const asked = wordsOf(call.query);
    const ranking = call.documents.values.map((document, index) => {
      const words = wordsOf(String(document));
      const shared = [...asked].filter((word) => words.has(word)).length;
      return { index, relevanceScore: (2 * shared + 1) / (2 * (asked.size + words.size) + 2) };
    });
    return { ranking };
  }
}

interface RankedPlace {
  readonly index: number;
  readonly relevanceScore: number;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}+/gu));
}
