import type { SkillEventName, SkillTrigger } from "@kioku/core";

import { meantOf, textsInCommon } from "./candidate-skill.js";
import type { CandidateSkill, IndexedTexts } from "./candidate-skill.js";
import { ConceptWeights, type ConceptReader } from "./concept-reader.js";
import { gatherFits, strengthOf } from "./gather-fits.js";
import type { Fits, IndexedExample, QueryText } from "./gather-fits.js";
import { profileOf, type SkillVectors } from "./load-vectors.js";
import { subscribes } from "./skill-texts.js";
import { meanVector, type Surroundings } from "./surroundings.js";
import type { TextForm } from "./text-form.js";
import { VectorRows } from "./vector-rows.js";
import type { WordLists } from "./word-lists.js";

export interface Evidence extends Fits {
  readonly skill: string;
  /** Overlap of the concepts of text and skill, 0 upward, mostly below 2; 0 for unlike texts. */
  readonly concepts: number;
  readonly topic: number;
  readonly form: TextForm;
}

/** Most skills to score. Of more, those with the nearest mean count. */
const MAX_CANDIDATES = 40;
/** Lowest strength of the examples at which common words are no accident. */
const LEAST_AGREEMENT = 0.5;
const MAX_EVENTS = 64;

interface Entry {
  readonly skill: string;
  readonly examples: readonly IndexedExample[];
  readonly profile: Float32Array;
  readonly surroundings: Surroundings;
  readonly named: readonly (readonly number[])[];
  /** Features of the texts of the triggers that subscribe to an event, by their rows. */
  readonly texts: Map<string, IndexedTexts>;
}

/** Index of the vectors and concepts of all skills. */
export class TriggerIndex {
  readonly #vectors = new VectorRows();
  readonly #profiles = new VectorRows();
  readonly #centers = new VectorRows();
  readonly #reader: ConceptReader;
  readonly #lists: WordLists;
  #hasCounted = false;
  readonly #weights = new ConceptWeights();
  readonly #entries = new Map<string, Entry>();
  /** Candidates by event, until skills are added or removed. */
  readonly #candidates = new Map<SkillEventName | undefined, readonly CandidateSkill[]>();

  constructor(reader: ConceptReader, lists: WordLists) {
    this.#reader = reader;
    this.#lists = lists;
  }

  add(skill: string, { examples, profile }: SkillVectors, surroundings: Surroundings): void {
    this.remove(skill);
    const asking = examples.filter(({ trigger, isCounterexample }) => trigger && !isCounterexample);
    const named = asking.map(({ concepts }) => concepts);
    for (const concepts of named) this.#weights.add(concepts);
    this.#candidates.clear();
    this.#entries.set(skill, {
      skill,
      examples: examples.map((example) => ({ example, row: this.#vectors.add(example.vector) })),
      profile,
      surroundings,
      named,
      texts: new Map(),
    });
  }

  remove(skill: string): void {
    const entry = this.#entries.get(skill);
    if (!entry) return;
    this.#vectors.remove(entry.examples.map(({ row }) => row));
    for (const { profileRow, centerRow } of entry.texts.values()) {
      this.#profiles.remove([profileRow]);
      this.#centers.remove([centerRow]);
    }
    for (const concepts of entry.named) this.#weights.remove(concepts);
    this.#entries.delete(skill);
    this.#candidates.clear();
  }

  triggerOf(skill: string, text: string): SkillTrigger | undefined {
    const examples = this.#entries.get(skill)?.examples ?? [];
    const found = examples.find(
      ({ example }) => example.text === text && example.trigger && !example.isCounterexample,
    );
    return found?.example.trigger;
  }

  evidence(query: QueryText, among: readonly CandidateSkill[]): Evidence[] {
    const weights = this.#weigh(query.text);
    return among.map(({ skill, examples, profileRow, form, shares }) => {
      const fits = gatherFits(examples, { query, vectors: this.#vectors });
      const agrees = fits.strength >= LEAST_AGREEMENT;
      const concepts = agrees ? sharedBy(weights, shares) : 0;
      const topic = this.#profiles.similarity(query.profile, profileRow);
      return { ...fits, skill, form, concepts, topic };
    });
  }

  /** Returns the skills that subscribe to the event, or all, at most the 40 nearest to a text. */
  near({ vector, chance }: QueryText, event?: SkillEventName): readonly CandidateSkill[] {
    const skills = this.#candidatesFor(event);
    if (skills.length <= MAX_CANDIDATES) return skills;
    const similarities = this.#centers.similarities(vector);
    const strengths = new Float32Array(skills.length);
    for (const [index, { centerRow, centerChance }] of skills.entries()) {
      strengths[index] = strengthOf(similarities[centerRow] ?? 0, centerChance, chance);
    }
    const least = strengths.toSorted()[skills.length - MAX_CANDIDATES] ?? 0;
    return skills.filter((_, index) => (strengths[index] ?? 0) >= least);
  }

  #candidatesFor(event: SkillEventName | undefined): readonly CandidateSkill[] {
    const known = this.#candidates.get(event);
    if (known) return known;
    const skills = [...this.#entries.values()].flatMap((entry) => this.#candidateOf(entry, event));
    if (this.#candidates.size >= MAX_EVENTS) this.#candidates.clear();
    this.#candidates.set(event, skills);
    return skills;
  }

  /** Returns a skill with its triggers for the event, if any. Without an event, all texts count. */
  #candidateOf(entry: Entry, event: SkillEventName | undefined): readonly CandidateSkill[] {
    const placed = entry.examples.filter(
      ({ example: { trigger } }) => event === undefined || !trigger || subscribes(trigger, event),
    );
    const examples = placed.filter(({ example }) => event === undefined || example.trigger);
    if (!examples.some(({ example }) => !example.isCounterexample)) return [];
    const key = placed.map(({ row }) => row).join(" ");
    const texts = entry.texts.get(key) ?? this.#index(entry, placed);
    entry.texts.set(key, texts);
    return [{ ...texts, skill: entry.skill, examples }];
  }

  #index(
    { examples, profile, surroundings }: Entry,
    placed: readonly IndexedExample[],
  ): IndexedTexts {
    const texts = placed.map(({ example }) => example);
    const isWhole = texts.length === examples.length;
    return {
      ...textsInCommon(texts),
      profileRow: this.#profiles.add(isWhole ? profile : profileOf(texts, surroundings)),
      centerRow: this.#centers.add(meanVector(meantOf(texts).map(({ vector }) => vector))),
    };
  }

  /** Counts the concepts of the background with the first text, so that no start waits for it. */
  #countBackground(): void {
    if (this.#hasCounted) return;
    this.#hasCounted = true;
    for (const text of this.#lists.background) this.#weights.add(this.#reader.read(text));
  }

  /** Returns the concepts of a text, with weights whose squares add up to 1. */
  #weigh(text: string): readonly (readonly [concept: number, weight: number])[] {
    this.#countBackground();
    const weights = [...this.#reader.read(text)].map(
      (concept) => [concept, this.#weights.of(concept)] as const,
    );
    const length = Math.hypot(...weights.map(([, weight]) => weight));
    return length === 0 ? [] : weights.map(([concept, weight]) => [concept, weight / length]);
  }
}

function sharedBy(
  weights: readonly (readonly [concept: number, weight: number])[],
  shares: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  for (const [concept, weight] of weights) sum += weight * (shares.get(concept) ?? 0);
  return sum;
}
