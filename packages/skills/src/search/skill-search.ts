import type { CallOptions, Embedder } from "@kioku/core";
import { compareText, fuse, type AnySkill } from "@kioku/core/toolkit";

import type { ConceptReader } from "../trigger/concept-reader.js";
import { clip } from "../trigger/skill-texts.js";
import { searchTexts } from "./search-texts.js";
import { SentenceVectors, type SearchedSkill, type VectorParts } from "./sentence-vectors.js";
import { SkillBodies, type BodyParts } from "./skill-bodies.js";
import type { SkillWords } from "./term-index.js";
import { Topics } from "./topics.js";
import { skillWords, WordIndex } from "./word-index.js";

/** Least share of meaning in a score; the rest is of words. */
const LEAST_MEANING_WEIGHT = 0.4;
const DEFAULT_MEANING_WEIGHT = 0.5;

interface SearchParts extends Omit<VectorParts, "embedder">, BodyParts {
  /** Absent: words alone decide. */
  readonly embedder: Embedder | undefined;
  readonly reader: ConceptReader;
}

/** A skill that was found, with its relevance, 0 to 1. */
export interface FoundSkill {
  readonly skill: AnySkill;
  readonly score: number;
}

interface IndexedSkill extends SearchedSkill {
  readonly words: SkillWords;
}

interface SearchIndex {
  readonly skills: readonly IndexedSkill[];
  readonly words: WordIndex;
}

/**
 * Finds skills by name, description, `whenToUse` and examples, by words and by meaning, and by the
 * words of their instructions.
 */
export class SkillSearch {
  readonly #topics: Topics;
  readonly #vectors: SentenceVectors | undefined;
  readonly #bodies: SkillBodies;
  readonly #meaningWeight: number;
  readonly #known = new WeakMap<AnySkill, IndexedSkill>();
  #index: SearchIndex | undefined;

  constructor(parts: SearchParts) {
    const { embedder } = parts;
    this.#topics = new Topics(parts.reader);
    this.#vectors = embedder && new SentenceVectors({ ...parts, embedder });
    this.#bodies = new SkillBodies(parts);
    this.#meaningWeight = Math.max(
      embedder?.profile?.meaningWeight ?? DEFAULT_MEANING_WEIGHT,
      LEAST_MEANING_WEIGHT,
    );
  }

  /** Finds the skills for a query that have anything in common with it, best first. */
  async find(
    query: string,
    skills: readonly AnySkill[],
    { limit, signal }: CallOptions & { readonly limit: number },
  ): Promise<readonly FoundSkill[]> {
    signal?.throwIfAborted();
    const asked = clip(query);
    if (asked.trim() === "") return [];
    const index = this.#indexOf(skills);
    const [bodies, meanings = []] = await Promise.all([
      this.#bodies.of(index.skills, { signal }),
      this.#vectors?.meanings(asked, index.skills, { signal }),
    ]);
    const words = index.words.scores(asked, bodies);
    return index.skills
      .map(({ skill }, at) => {
        const evidence = { meaning: meanings[at], textScore: words[at] };
        return { skill, score: Math.min(fuse(evidence, this.#meaningWeight).relevance, 1) };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || compareText(a.skill.name, b.skill.name))
      .slice(0, limit);
  }

  /** Returns the index of the skills, made anew if they have changed. */
  #indexOf(skills: readonly AnySkill[]): SearchIndex {
    const known = this.#index;
    const isSame =
      known?.skills.length === skills.length &&
      known.skills.every(({ skill }, at) => skill === skills[at]);
    if (known && isSame) return known;
    const indexed = skills.map((skill) => this.#read(skill));
    const index = { skills: indexed, words: new WordIndex(indexed, this.#topics) };
    this.#index = index;
    return index;
  }

  #read(skill: AnySkill): IndexedSkill {
    const known = this.#known.get(skill);
    if (known) return known;
    const texts = searchTexts(skill);
    const indexed = { skill, texts, words: skillWords(texts, this.#topics) };
    this.#known.set(skill, indexed);
    return indexed;
  }
}
