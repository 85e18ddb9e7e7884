import type { MemoryError } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { CONCEPTS } from "./concepts/concepts.js";
import { skillTexts } from "./skill-texts.js";
import type { SkillText } from "./skill-texts.js";
import type { VectorSources } from "./surroundings-vectors.js";
import { atLengthOne, meanVector } from "./surroundings.js";
import type { Chance, Surroundings } from "./surroundings.js";
import { exampleVectors } from "./text-vectors.js";
import type { CachedTexts, CachedVectors } from "./vector-cache.js";

/** A text of a skill with its vector and what its fits are worth. */
export interface Example extends SkillText {
  /** Of length 1. */
  readonly vector: Float32Array;
  /** How well it fits the background. */
  readonly chance: Pick<Chance, "mean" | "deviation">;
  /** The concepts that it names, by number. */
  readonly concepts: readonly number[];
}

/** What is known of a skill in a vector space. */
export interface SkillVectors {
  /** Its description and examples, as far as they can be embedded. */
  readonly examples: readonly Example[];
  /** What they are about, counterexamples left out: as `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

/** What could be loaded of some skills. */
export interface LoadedSkills {
  readonly loaded: ReadonlyMap<AnySkill, SkillVectors>;
  /** Why others are missing; present if any are. */
  readonly failure: MemoryError | undefined;
}

/**
 * The vectors of skills, from the cache or the embedder. A skill with a text that the embedder does
 * not embed now is missing.
 * @throws `embedder-failed` if the vectors have another width than before, or the signal's reason.
 */
export async function loadSkillVectors(
  skills: readonly AnySkill[],
  surroundings: Surroundings,
  sources: VectorSources,
): Promise<LoadedSkills> {
  const plans = skills.map((skill) => planOf(skill));
  const cached = await sources.cache.read(plans, sources);
  const loaded = new Map<AnySkill, SkillVectors>();
  for (const plan of plans) {
    const entry = cached.get(plan.name);
    const found = entry && sources.width.fits(entry.vectors) ? fromEntry(plan, entry) : undefined;
    if (found) loaded.set(plan.skill, found);
  }
  const missing = plans.filter(({ skill }) => !loaded.has(skill));
  const texts = missing.flatMap((plan) => plan.texts);
  const { vectors, failed, failure } = await exampleVectors(texts, sources);
  const fresh: (CachedTexts & CachedVectors)[] = [];
  let start = 0;
  for (const plan of missing) {
    const first = start;
    start += plan.texts.length;
    if (plan.texts.some((_, index) => failed.has(first + index))) continue;
    const found = measure(plan, vectors.slice(first, start), { surroundings, ...sources });
    loaded.set(plan.skill, found);
    const entry = toEntry(plan, found);
    if (entry) fresh.push({ ...plan, ...entry });
  }
  await sources.cache.write(fresh, sources);
  return { loaded, failure };
}

interface Plan {
  readonly skill: AnySkill;
  readonly name: string;
  readonly said: readonly SkillText[];
  readonly texts: readonly string[];
  /** Which of the texts are counterexamples. */
  readonly parts: string;
}

function planOf(skill: AnySkill): Plan {
  const said = skillTexts(skill);
  const parts = said.map(({ isCounterexample }) => (isCounterexample ? "-" : "+")).join("");
  return { skill, name: `skill/${skill.name}`, said, texts: said.map(({ text }) => text), parts };
}

function measure(
  { said }: Plan,
  vectors: readonly (Float32Array | undefined)[],
  { surroundings, reader }: VectorSources & { readonly surroundings: Surroundings },
): SkillVectors {
  const examples = said.flatMap((text, index): readonly Example[] => {
    const vector = vectors[index];
    if (!vector) return [];
    const { mean, deviation } = surroundings.chanceOf(vector);
    const chance = { mean: Math.fround(mean), deviation: Math.fround(deviation) };
    return [{ ...text, vector, chance, concepts: [...reader.read(text.text)] }];
  });
  return { examples, profile: profileOf(examples, surroundings) };
}

/** What texts of a skill are about, counterexamples left out: as `Surroundings.profileOf`. */
export function profileOf(examples: readonly Example[], surroundings: Surroundings): Float32Array {
  const meant = examples.filter(({ isCounterexample }) => !isCounterexample);
  return atLengthOne(meanVector(meant.map(({ vector }) => surroundings.profileOf(vector))));
}

function toEntry({ name, said }: Plan, found: SkillVectors | undefined): CachedVectors | undefined {
  if (!found || found.examples.length < said.length) return undefined;
  return {
    name,
    vectors: found.examples.map(({ vector }) => vector),
    // The number of concepts comes before them.
    numbers: Float32Array.of(
      ...found.profile,
      ...found.examples.flatMap(({ chance, concepts }) => [
        chance.mean,
        chance.deviation,
        concepts.length,
        ...concepts,
      ]),
    ),
  };
}

function fromEntry({ said }: Plan, { vectors, numbers }: CachedVectors): SkillVectors | undefined {
  const examples: Example[] = [];
  let at = CONCEPTS.length;
  for (const [index, text] of said.entries()) {
    const [mean = 0, deviation = 0, count = 0] = numbers.subarray(at, at + 3);
    const concepts = [...numbers.subarray(at + 3, at + 3 + count)];
    const vector = vectors[index];
    if (!vector || !(deviation > 0) || concepts.length !== count) return undefined;
    if (concepts.some((concept) => CONCEPTS[concept] === undefined)) return undefined;
    examples.push({ ...text, vector, chance: { mean, deviation }, concepts });
    at += 3 + count;
  }
  return at === numbers.length
    ? { examples, profile: numbers.slice(0, CONCEPTS.length) }
    : undefined;
}
