import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import type { SearchTexts } from "./search-texts.js";
import { Spelling } from "./spelling.js";
import { TermIndex, type AskedTerms, type SkillWords } from "./term-index.js";
import type { Topics } from "./topics.js";

/** Times that each word of a name counts. */
const NAME_WEIGHT = 3;
/** Weight of a topic that a query names, beside 1 for a word. */
const TOPIC_WEIGHT = 0.3;
/** Weight of a Chinese word that no skill has: the skills may be described in English. */
const FOREIGN_WEIGHT = 0.3;
/** Weight of a word in the instructions, beside 1 for one in the description. */
const BODY_WEIGHT = 0.5;
/** Characters of the instructions to look at. More of them find no better. */
const BODY_LENGTH = 4_000;
const HAN = /\p{Script=Han}/u;

/** Words and topics of skills, to score them by those of a query. */
export class WordIndex {
  readonly #topics: Topics;
  readonly #index: TermIndex;
  readonly #spelling: Spelling;

  constructor(
    skills: readonly { readonly texts: SearchTexts; readonly words: SkillWords }[],
    topics: Topics,
  ) {
    this.#topics = topics;
    this.#index = new TermIndex(skills.length);
    for (const [at, { words }] of skills.entries()) this.#index.add(at, words);
    this.#spelling = new Spelling(skills.flatMap(({ texts: t }) => [t.name, ...t.sentences]));
  }

  /**
   * Scores each skill by what it shares with a query, as `textScorer`; 0 for nothing.
   * @param bodies - Words of the instructions of each, which count less.
   */
  scores(query: string, bodies: TermIndex): readonly number[] {
    const spelled = this.#spelling.correct(query);
    const words = queryTerms(spelled);
    const told = this.#index.scores(asked(words, this.#topics.of(spelled, words)));
    const instructed = bodies.scores(asked(words, []));
    return told.map((score, index) => score + BODY_WEIGHT * (instructed[index] ?? 0));
  }
}

function asked(words: readonly string[], topics: readonly string[]): AskedTerms {
  return {
    terms: [...words, ...topics],
    words: words.length,
    weightOf: (place, frequency) => {
      if (place >= words.length) return TOPIC_WEIGHT;
      return frequency === 0 && HAN.test(words[place] ?? "") ? FOREIGN_WEIGHT : 1;
    },
  };
}

/** Counts the words and the topics of a skill. */
export function skillWords({ name, sentences, examples }: SearchTexts, topics: Topics): SkillWords {
  const told = [...sentences, ...examples].join("\n");
  const ofName = documentTerms(name);
  const words = documentTerms(told);
  const ofTopics = topics.of(`${name}\n${told}`, [...ofName, ...words]);
  for (let time = 0; time < NAME_WEIGHT; time += 1) words.push(...ofName);
  return { counts: countsOf([...words, ...ofTopics]), length: words.length };
}

/** Counts the words of the instructions of a skill. */
export function bodyWords(body: string): SkillWords {
  const words = documentTerms(body.slice(0, BODY_LENGTH));
  return { counts: countsOf(words), length: words.length };
}

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
