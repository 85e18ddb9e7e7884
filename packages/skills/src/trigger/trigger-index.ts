import type { SkillEventName, SkillTrigger } from "@kioku/core";

import { BACKGROUND_TEXTS } from "./background-texts.js";
import type { ConceptReader } from "./concepts/concept-reader.js";
import { ConceptWeights } from "./concepts/concept-weights.js";
import { gatherFits, strengthOf } from "./gather-fits.js";
import type { Fits, PlacedExample, SaidText } from "./gather-fits.js";
import { meantOf, textsInCommon } from "./heard-skill.js";
import type { HeardSkill, PlacedTexts } from "./heard-skill.js";
import { hears } from "./skill-texts.js";
import { profileOf } from "./skill-vectors.js";
import type { SkillVectors } from "./skill-vectors.js";
import { meanVector } from "./surroundings.js";
import type { Surroundings } from "./surroundings.js";
import type { TextForm } from "./text-form.js";
import { VectorRows } from "./vector-rows.js";

/** What speaks for and against a skill, for one text. */
export interface Evidence extends Fits {
  /** Name of the skill. */
  readonly skill: string;
  /**
   * How far the concepts that the text names are those of the skill, 0 upward, mostly below 2; 0
   * where its examples are too unlike the text.
   */
  readonly concepts: number;
  /** How far both are about the same, 0 to 1. */
  readonly topic: number;
  /** How the examples say what they say. */
  readonly form: TextForm;
}

/** Of so many skills, those whose middle is nearest to the text, everything is worked out. */
const MAX_CANDIDATES = 40;
/** Below this strength of the examples, words that both have are taken for an accident. */
const LEAST_AGREEMENT = 0.5;
/** For how many events it is remembered who hears them. */
const MAX_HEARD = 64;

/** A skill as it is kept here. */
interface Entry {
  readonly skill: string;
  readonly examples: readonly PlacedExample[];
  /** What all of its texts are about. */
  readonly profile: Float32Array;
  readonly surroundings: Surroundings;
  /** The concepts of each example of what is meant. */
  readonly named: readonly (readonly number[])[];
  /**
   * What is worked out of the texts of those triggers that hear an event, by the rows of the texts.
   */
  readonly heard: Map<string, PlacedTexts>;
}

/** All that is known of the skills, and how well a text fits them. */
export class TriggerIndex {
  readonly #vectors = new VectorRows();
  readonly #profiles = new VectorRows();
  readonly #centers = new VectorRows();
  readonly #reader: ConceptReader;
  /** Texts of the background whose concepts are still to be counted. */
  readonly #uncounted: string[] = [...BACKGROUND_TEXTS];
  readonly #weights = new ConceptWeights();
  readonly #entries = new Map<string, Entry>();
  /** Who hears what, until skills are added or removed. */
  readonly #heard = new Map<SkillEventName | undefined, readonly HeardSkill[]>();

  constructor(reader: ConceptReader) {
    this.#reader = reader;
  }

  /** Takes in a skill; one of this name is replaced. */
  add(skill: string, { examples, profile }: SkillVectors, surroundings: Surroundings): void {
    this.remove(skill);
    const asking = examples.filter(({ trigger, isCounterexample }) => trigger && !isCounterexample);
    const named = asking.map(({ concepts }) => concepts);
    for (const concepts of named) this.#weights.add(concepts);
    this.#heard.clear();
    this.#entries.set(skill, {
      skill,
      examples: examples.map((example) => ({ example, row: this.#vectors.add(example.vector) })),
      profile,
      surroundings,
      named,
      heard: new Map(),
    });
  }

  /** Forgets a skill. */
  remove(skill: string): void {
    const entry = this.#entries.get(skill);
    if (!entry) return;
    this.#vectors.remove(entry.examples.map(({ row }) => row));
    for (const { profileRow, centerRow } of entry.heard.values()) {
      this.#profiles.remove([profileRow]);
      this.#centers.remove([centerRow]);
    }
    for (const concepts of entry.named) this.#weights.remove(concepts);
    this.#entries.delete(skill);
    this.#heard.clear();
  }

  /** The trigger of a skill that has this example. */
  triggerOf(skill: string, text: string): SkillTrigger | undefined {
    const examples = this.#entries.get(skill)?.examples ?? [];
    const found = examples.find(
      ({ example }) => example.text === text && example.trigger && !example.isCounterexample,
    );
    return found?.example.trigger;
  }

  /** What a text says of these skills. */
  evidence(said: SaidText, among: readonly HeardSkill[]): Evidence[] {
    const weights = this.#weigh(said.text);
    return among.map(({ skill, examples, profileRow, form, shares }) => {
      const fits = gatherFits(examples, { said, vectors: this.#vectors });
      const agrees = fits.strength >= LEAST_AGREEMENT;
      const concepts = agrees ? sharedBy(weights, shares) : 0;
      const topic = this.#profiles.similarity(said.profile, profileRow);
      return { ...fits, skill, form, concepts, topic };
    });
  }

  /**
   * The skills with triggers that hear the event, or without one all; where those are more than 40,
   * the ones nearest to a text.
   */
  near({ vector, chance }: SaidText, event?: SkillEventName): readonly HeardSkill[] {
    const skills = this.#hearing(event);
    if (skills.length <= MAX_CANDIDATES) return skills;
    const similarities = this.#centers.similarities(vector);
    const strengths = new Float32Array(skills.length);
    for (const [index, { centerRow, centerChance }] of skills.entries()) {
      strengths[index] = strengthOf(similarities[centerRow] ?? 0, centerChance, chance);
    }
    const least = strengths.toSorted()[skills.length - MAX_CANDIDATES] ?? 0;
    return skills.filter((_, index) => (strengths[index] ?? 0) >= least);
  }

  #hearing(event: SkillEventName | undefined): readonly HeardSkill[] {
    const known = this.#heard.get(event);
    if (known) return known;
    const skills = [...this.#entries.values()].flatMap((entry) => this.#heardOf(entry, event));
    if (this.#heard.size >= MAX_HEARD) this.#heard.clear();
    this.#heard.set(event, skills);
    return skills;
  }

  /**
   * What a skill says to an event by the triggers that hear it; nothing if none does. Without an
   * event all count, and the description.
   */
  #heardOf(entry: Entry, event: SkillEventName | undefined): readonly HeardSkill[] {
    const placed = entry.examples.filter(
      ({ example: { trigger } }) => event === undefined || !trigger || hears(trigger, event),
    );
    const examples = placed.filter(({ example }) => event === undefined || example.trigger);
    if (!examples.some(({ example }) => !example.isCounterexample)) return [];
    const key = placed.map(({ row }) => row).join(" ");
    const texts = entry.heard.get(key) ?? this.#place(entry, placed);
    entry.heard.set(key, texts);
    return [{ ...texts, skill: entry.skill, examples }];
  }

  #place(
    { examples, profile, surroundings }: Entry,
    placed: readonly PlacedExample[],
  ): PlacedTexts {
    const texts = placed.map(({ example }) => example);
    const isWhole = texts.length === examples.length;
    return {
      ...textsInCommon(texts),
      profileRow: this.#profiles.add(isWhole ? profile : profileOf(texts, surroundings)),
      centerRow: this.#centers.add(meanVector(meantOf(texts).map(({ vector }) => vector))),
    };
  }

  /** The concepts of a text, with weights whose squares add up to 1. */
  #weigh(text: string): readonly (readonly [concept: number, weight: number])[] {
    // When it is first needed, so that a start does not wait for it.
    for (const common of this.#uncounted.splice(0)) this.#weights.add(this.#reader.read(common));
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
