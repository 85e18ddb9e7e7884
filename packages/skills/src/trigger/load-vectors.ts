import type { CallOptions, MemoryError } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import type { ConceptReader } from "./concept-reader.js";
import { skillTexts, type SkillText } from "./skill-texts.js";
import { atLengthOne, meanVector, Surroundings, type Chance } from "./surroundings.js";
import { exampleVectors, type TextEmbedder } from "./text-vectors.js";
import type { CachedTexts, CachedVectors, VectorCache } from "./vector-cache.js";
import type { WordLists } from "./word-lists.js";

/** An embedder, and where its vectors are kept. */
export interface OwnerSources extends CallOptions, TextEmbedder {
  readonly cache: VectorCache;
}

export interface VectorSources extends OwnerSources {
  readonly reader: ConceptReader;
  readonly lists: WordLists;
}

/** Texts of the surroundings in one cache entry, few enough for vectors of any width. */
const TEXTS_OF_ENTRY = 64;

/** Largest share of the surroundings without a vector. With more, the embedder seems to be down. */
const MAX_FAILED_SHARE = 0.125;

/** Loads the surroundings of a vector space. @throws `embedder-failed`, or the signal's reason. */
export async function loadSurroundings(sources: VectorSources): Promise<Surroundings> {
  const { lists } = sources;
  const background = ownersOf("background", lists.background);
  const landmarkTexts = lists.concepts.map((line) => line.replaceAll("_", " "));
  const landmarks = ownersOf("landmarks", landmarkTexts);
  const { known, failed, failure } = await loadOwners([...background, ...landmarks], sources);
  const count = lists.background.length + landmarkTexts.length;
  if (failure && failed > MAX_FAILED_SHARE * count) throw failure;
  const vectorsOf = (owners: readonly CachedTexts[]): readonly (Float32Array | undefined)[] =>
    owners.flatMap(({ name }) => known.get(name) ?? []);
  const width = sources.width.current ?? 0;
  return new Surroundings(
    vectorsOf(background).filter((vector) => vector !== undefined),
    // The position numbers the landmark; without a vector it is near to nothing.
    vectorsOf(landmarks).map((vector) => vector ?? new Float32Array(width)),
  );
}

/** Vectors of owners, `undefined` for texts that cannot be embedded or failed for now. */
interface LoadedOwners {
  readonly known: ReadonlyMap<string, readonly (Float32Array | undefined)[]>;
  /** Number of texts that failed for now, and why. */
  readonly failed: number;
  readonly failure: MemoryError | undefined;
}

/** Loads the vectors of texts from the cache or the embedder, and keeps those that are whole. */
export async function loadOwners(
  owners: readonly CachedTexts[],
  sources: OwnerSources,
): Promise<LoadedOwners> {
  const cached = await sources.cache.read(owners, sources);
  const known = new Map<string, readonly (Float32Array | undefined)[]>();
  for (const { name, vectors } of cached.values()) {
    if (sources.width.fits(vectors)) known.set(name, vectors);
  }
  const missing = owners.filter(({ name }) => !known.has(name));
  const texts = missing.flatMap((owner) => owner.texts);
  const { vectors: made, failed, failure } = await exampleVectors(texts, sources);
  const whole: (CachedTexts & CachedVectors)[] = [];
  let start = 0;
  for (const owner of missing) {
    const found = made.slice(start, start + owner.texts.length);
    start += owner.texts.length;
    known.set(owner.name, found);
    const vectors = found.filter((vector) => vector !== undefined);
    const isWhole = vectors.length === found.length;
    if (isWhole) whole.push({ ...owner, vectors, numbers: new Float32Array() });
  }
  await sources.cache.write(whole, sources);
  return { known, failed: failed.size, failure };
}

function ownersOf(name: string, texts: readonly string[]): readonly CachedTexts[] {
  const count = Math.ceil(texts.length / TEXTS_OF_ENTRY);
  return Array.from({ length: count }, (_, part) => ({
    name: `${name}/${part}`,
    texts: texts.slice(part * TEXTS_OF_ENTRY, (part + 1) * TEXTS_OF_ENTRY),
  }));
}

export interface Example extends SkillText {
  readonly vector: Float32Array;
  readonly chance: Pick<Chance, "mean" | "deviation">;
  readonly concepts: readonly number[];
}

export interface SkillVectors {
  /** Its description and examples, as far as they can be embedded. */
  readonly examples: readonly Example[];
  /** Topic without counterexamples, as of `Surroundings.profileOf`. */
  readonly profile: Float32Array;
}

interface LoadedSkills {
  readonly loaded: ReadonlyMap<AnySkill, SkillVectors>;
  /** Why others are missing; present if any are. */
  readonly failure: MemoryError | undefined;
}

/**
 * Loads the vectors of skills from the cache or the embedder, except skills that fail now.
 * @throws `embedder-failed` if the width of the vectors changed, or the signal's reason.
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
    const found =
      entry && sources.width.fits(entry.vectors)
        ? fromEntry(plan, entry, sources.lists.concepts.length)
        : undefined;
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
  /** `-` for each counterexample, `+` for the others. */
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

/** Computes the topic of some texts of a skill, without counterexamples. */
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

function fromEntry(
  { said }: Plan,
  { vectors, numbers }: CachedVectors,
  conceptCount: number,
): SkillVectors | undefined {
  const examples: Example[] = [];
  let at = conceptCount;
  for (const [index, text] of said.entries()) {
    const [mean = 0, deviation = 0, count = 0] = numbers.subarray(at, at + 3);
    const concepts = [...numbers.subarray(at + 3, at + 3 + count)];
    const vector = vectors[index];
    if (!vector || !(deviation > 0) || concepts.length !== count) return undefined;
    if (concepts.some((one) => !Number.isInteger(one) || one < 0 || one >= conceptCount)) {
      return undefined;
    }
    examples.push({ ...text, vector, chance: { mean, deviation }, concepts });
    at += 3 + count;
  }
  return at === numbers.length ? { examples, profile: numbers.slice(0, conceptCount) } : undefined;
}
