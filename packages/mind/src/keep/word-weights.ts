import type { Memory, QueryExpander } from "@kioku/core";
import { documentTerms, embedderOf } from "@kioku/core/toolkit";

import type { WordWeights } from "../model/batch.js";
import type { Turn } from "../model/turn.js";
import words from "./common-words.json" with { type: "json" };

/** Weights of the lines of `common-words.json`, about the logarithm of how rare they are. */
const LEVELS = [1, 2.2, 3.2, 4.2];
/** Weight of all other words. */
const RARE = 7;
/** Weights of other Chinese terms where no expander knows better: each character has two. */
const CHARACTER = 2.2;
const PAIR = 4.2;
const IS_CHINESE = /^\p{Script=Han}+$/u;
/** Loss of a word that is in all turns: it tells the topic, but no more. */
const OF_SHARE = 0.7;
/** Most UTF-16 units that an expander is asked about at once. */
const PART = 4_000;
/** Most UTF-16 units of a turn that are weighed; other words have their weights by the list. */
const READ_LENGTH = 20_000;

const COMMON: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  [words.english, words.chinese].flatMap((lines) =>
    lines.flatMap((line, level) =>
      line.split(" ").map((term) => [term, LEVELS[level] ?? RARE] as const),
    ),
  ),
);

/**
 * Weighs words by how common they are: by a list of the commonest of English and Chinese, by the
 * query expander of the memory's embedder, and by the turns, in which names of speakers and words
 * of every turn say little.
 */
export async function wordWeights(
  memory: Memory,
  turns: readonly Pick<Turn, "text" | "subject">[],
): Promise<WordWeights> {
  const texts = turns.map(({ text }) => text.slice(0, READ_LENGTH));
  const factors = await factorsOf(embedderOf(memory)?.expander, texts);
  const shares = sharesOf(texts);
  const names = new Set(turns.flatMap(({ subject }) => documentTerms(subject)));
  return {
    weightOf(term) {
      if (names.has(term)) return LEVELS[0] ?? 1;
      const rarity = Math.min(rarityOf(term, factors.get(term)), COMMON.get(term) ?? RARE);
      return rarity * (1 - OF_SHARE * (shares.get(term) ?? 0));
    },
  };
}

function rarityOf(term: string, factor: number | undefined): number {
  if (factor !== undefined) return factor * RARE;
  if (!IS_CHINESE.test(term)) return RARE;
  return term.length > 1 ? PAIR : CHARACTER;
}

/** Returns the shares of other texts that terms stand in. Of equal ones, one counts. */
function sharesOf(all: readonly string[]): ReadonlyMap<string, number> {
  const texts = [...new Set(all)];
  const shares = new Map<string, number>();
  for (const text of texts) {
    for (const term of new Set(documentTerms(text))) {
      const before = shares.get(term);
      shares.set(term, before === undefined ? 0 : before + 1 / texts.length);
    }
  }
  return shares;
}

/** Asks an expander for factors of terms, part by part; none if it fails. */
async function factorsOf(
  expander: QueryExpander | undefined,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const factors = new Map<string, number>();
  if (!expander) return factors;
  try {
    for (const text of partsOf(texts)) {
      const terms = [...new Set(documentTerms(text))];
      const { weights = [] } = await expander.expand({ text, terms });
      for (const [index, term] of terms.entries()) {
        const factor = weights[index] ?? 1;
        // Inside of a word here, across two there.
        if (factor > 0 && factor <= 1) factors.set(term, Math.max(factor, factors.get(term) ?? 0));
      }
    }
  } catch {
    // An expander is no more than a help.
    return new Map();
  }
  return factors;
}

/** Joins short texts and cuts long ones, for fewer calls. */
function partsOf(texts: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (const text of texts) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + text.length < PART) {
      parts[parts.length - 1] = `${last}\n${text}`;
    } else {
      for (let at = 0; at < text.length; at += PART) parts.push(text.slice(at, at + PART));
    }
  }
  return parts;
}
