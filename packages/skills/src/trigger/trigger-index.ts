import type { SkillEventName, SkillTrigger } from "@kioku/core";

import { isMeant, textsInCommon } from "./candidate-skill.js";
import type { CandidateSkill, MarkedExample } from "./candidate-skill.js";
import { Centroids } from "./centroids.js";
import type { ConceptReader } from "./concept-reader.js";
import { gatherFits } from "./gather-fits.js";
import type { Fits, IndexedExample, MarkedQuery, QueryText } from "./gather-fits.js";
import { profileOf, type SkillVectors } from "./load-vectors.js";
import { subscribes } from "./skill-texts.js";
import type { Surroundings } from "./surroundings.js";
import { MarkRarity, marksOf, type MarkedText } from "./text-marks.js";
import { dot, VectorRows } from "./vector-rows.js";
import type { WordLists } from "./word-lists.js";

/** Evidence of one skill for one text. */
export interface Evidence extends Fits {
  readonly candidate: CandidateSkill;
  readonly skill: string;
  /** Cosine with the centroid of its texts. */
  readonly cosine: number;
  /** Lead of that cosine over the nearest other skill, but for those alike; below 0 if behind. */
  readonly lead: number;
  /** Number of skills whose cosine is the same or nearly so, itself included. */
  readonly alike: number;
  /** Overlap of the concepts of text and skill, 0 upward, mostly below 2. */
  readonly concepts: number;
  readonly topic: number;
  /** Share of examples with another action than the text names, 0 to 1. */
  readonly otherAction: number;
}

/** Most skills to score. Of more, those with the nearest centroid count. */
const MAX_CANDIDATES = 40;
const MAX_EVENTS = 64;
/** Least difference of cosines at which one skill fits better than another. */
const ALIKE = 0.02;

interface Entry {
  readonly skill: string;
  readonly examples: readonly IndexedExample[];
  /** The same with their marks, once they are needed. */
  marked?: readonly MarkedExample[];
  readonly profile: Float32Array;
  readonly surroundings: Surroundings;
}

/** Skills whose triggers read an event, with their centroids. */
interface EventIndex {
  readonly skills: readonly CandidateSkill[];
  readonly centroids: Centroids;
}

/** Selection of the skills to compare with a text. */
export interface Selection {
  readonly event: SkillEventName;
  /** Skills that are compared however far they are. */
  readonly always?: readonly string[];
}

/** Index of the vectors, concepts, words and actions of all skills. */
export class TriggerIndex {
  readonly #vectors = new VectorRows();
  readonly #reader: ConceptReader;
  readonly #lists: WordLists;
  readonly #entries = new Map<string, Entry>();
  /** Rarity of marks and indexes by event, until skills are added or removed. */
  #rarity: MarkRarity | undefined;
  readonly #events = new Map<SkillEventName, EventIndex>();

  constructor(reader: ConceptReader, lists: WordLists) {
    this.#reader = reader;
    this.#lists = lists;
  }

  add(skill: string, { examples, profile }: SkillVectors, surroundings: Surroundings): void {
    this.remove(skill);
    this.#entries.set(skill, {
      skill,
      examples: examples.map((example) => ({ example, row: this.#vectors.add(example.vector) })),
      profile,
      surroundings,
    });
    this.#forget();
  }

  remove(skill: string): void {
    const entry = this.#entries.get(skill);
    if (!entry) return;
    this.#vectors.remove(entry.examples.map(({ row }) => row));
    this.#entries.delete(skill);
    this.#forget();
  }

  triggerOf(skill: string, text: string): SkillTrigger | undefined {
    const examples = this.#entries.get(skill)?.examples ?? [];
    const found = examples.find(
      ({ example }) => example.text === text && example.trigger && !example.isCounterexample,
    );
    return found?.example.trigger;
  }

  /** Compares texts with the skills that are nearest to the first of them. */
  compare(
    queries: readonly QueryText[],
    { event, always = [] }: Selection,
  ): readonly (readonly Evidence[])[] {
    const index = this.#indexOf(event);
    let chosen: readonly CandidateSkill[] | undefined;
    return queries.map((text) => {
      const marks = marksOf(text.text, this.#reader.read(text.text));
      const query = { ...text, ...this.#rarities().mark(text.vector, marks), marks };
      const cosines = index.centroids.cosines(query);
      chosen ??= nearest(index.skills, cosines, always);
      return this.#evidence(query, cosines, chosen);
    });
  }

  #evidence(
    query: MarkedQuery,
    cosines: Float32Array,
    among: readonly CandidateSkill[],
  ): readonly Evidence[] {
    const sorted = cosines
      .toSorted()
      .subarray(-2 * MAX_CANDIDATES)
      .toReversed();
    return among.map((candidate) => {
      const cosine = cosines[candidate.number] ?? 0;
      return {
        ...gatherFits(candidate.examples, { query, vectors: this.#vectors }),
        candidate,
        skill: candidate.skill,
        cosine,
        lead: cosine - (sorted.find((other) => Math.abs(other - cosine) >= ALIKE) ?? 0),
        // A skill that is always compared may be far behind the nearest.
        alike: Math.max(1, sorted.filter((other) => Math.abs(other - cosine) < ALIKE).length),
        concepts: sharedConcepts(query.weights, candidate.concepts),
        topic: dot(candidate.profile, 0, query.profile),
        otherAction: otherAction(query.marks.actions, candidate.actions),
      };
    });
  }

  #indexOf(event: SkillEventName): EventIndex {
    const known = this.#events.get(event);
    if (known) return known;
    const centroids = new Centroids();
    const skills = [...this.#entries.values()].flatMap((entry) =>
      this.#candidateOf(entry, { event, centroids }),
    );
    if (this.#events.size >= MAX_EVENTS) this.#events.clear();
    this.#events.set(event, { skills, centroids });
    return { skills, centroids };
  }

  /** Returns a skill with its triggers for the event, if any. */
  #candidateOf(
    entry: Entry,
    { event, centroids }: Pick<EventIndex, "centroids"> & Selection,
  ): readonly CandidateSkill[] {
    const placed = this.#markedOf(entry).filter(
      ({ example: { trigger } }) => !trigger || subscribes(trigger, event),
    );
    const examples = placed.filter(({ example }) => example.trigger);
    if (!examples.some(isMeant)) return [];
    const meant = placed.filter(isMeant);
    const isWhole = placed.length === entry.examples.length;
    const ownFit = centroids.add(
      meant.map(({ example, marks }) => this.#rarities().mark(example.vector, marks)),
    );
    return [
      {
        ...textsInCommon(meant),
        skill: entry.skill,
        examples,
        number: centroids.size - 1,
        ownFit,
        profile: isWhole
          ? entry.profile
          : profileOf(
              placed.map(({ example }) => example),
              entry.surroundings,
            ),
      },
    ];
  }

  #markedOf(entry: Entry): readonly MarkedExample[] {
    entry.marked ??= entry.examples.map((one) => ({
      ...one,
      marks: marksOf(one.example.text, one.example.concepts),
    }));
    return entry.marked;
  }

  /** Counts the marks of all examples and of the background. */
  #rarities(): MarkRarity {
    if (this.#rarity) return this.#rarity;
    const rarity = new MarkRarity();
    for (const text of this.#lists.background) rarity.add(marksOf(text, this.#reader.read(text)));
    for (const entry of this.#entries.values()) {
      for (const { marks } of this.#markedOf(entry).filter(isMeant)) rarity.add(marks);
    }
    this.#rarity = rarity;
    return rarity;
  }

  #forget(): void {
    this.#rarity = undefined;
    this.#events.clear();
  }
}

function nearest(
  skills: readonly CandidateSkill[],
  cosines: Float32Array,
  always: readonly string[],
): readonly CandidateSkill[] {
  if (skills.length <= MAX_CANDIDATES) return skills;
  const least = cosines.toSorted()[skills.length - MAX_CANDIDATES] ?? 0;
  return skills.filter(
    ({ skill, number }) => (cosines[number] ?? 0) >= least || always.includes(skill),
  );
}

/** Returns the overlap of the concepts of a text, at a length of 1, with those of a skill. */
function sharedConcepts(
  weights: MarkedText["weights"],
  shares: ReadonlyMap<number, number>,
): number {
  let sum = 0;
  let squares = 0;
  for (const [mark, weight] of weights) {
    if (typeof mark !== "number" || mark < 0) continue;
    squares += weight ** 2;
    sum += weight * (shares.get(mark) ?? 0);
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares);
}

/** Returns how far the actions of a text differ from the commonest one of a skill, 0 to 1. */
function otherAction(actions: readonly number[], shares: ReadonlyMap<number, number>): number {
  if (actions.length === 0 || shares.size === 0) return 0;
  const agreed = Math.max(...actions.map((action) => shares.get(action) ?? 0));
  return Math.max(...shares.values()) - agreed;
}
