import type { CallOptions } from "@kioku/core";

import { BACKGROUND_TEXTS } from "./background-texts.js";
import type { ConceptReader } from "./concepts/concept-reader.js";
import { CONCEPTS } from "./concepts/concepts.js";
import { Surroundings } from "./surroundings.js";
import { exampleVectors } from "./text-vectors.js";
import type { TextEmbedder } from "./text-vectors.js";
import type { CachedTexts, CachedVectors, VectorCache } from "./vector-cache.js";

/** What vectors are loaded with. */
export interface VectorSources extends CallOptions, TextEmbedder {
  readonly cache: VectorCache;
  readonly reader: ConceptReader;
}

const LANDMARK_TEXTS = CONCEPTS.map((line) => line.replaceAll("_", " "));
/**
 * So many texts of the surroundings are kept in one entry, which then is small enough however wide
 * the vectors are.
 */
const TEXTS_OF_ENTRY = 64;

/**
 * What share of the surroundings may be without a vector because the embedder refuses some texts;
 * of more it seems to be down.
 */
const MAX_FAILED_SHARE = 0.125;

/**
 * What belongs to the vector space, from the cache or the embedder. @throws `embedder-failed`, or
 * the signal's reason.
 */
export async function loadSurroundings(sources: VectorSources): Promise<Surroundings> {
  const background = ownersOf("background", BACKGROUND_TEXTS);
  const landmarks = ownersOf("landmarks", LANDMARK_TEXTS);
  const known = await loadOwners([...background, ...landmarks], sources);
  const vectorsOf = (owners: readonly CachedTexts[]): readonly (Float32Array | undefined)[] =>
    owners.flatMap(({ name }) => known.get(name) ?? []);
  const width = sources.width.current ?? 0;
  return new Surroundings(
    vectorsOf(background).filter((vector) => vector !== undefined),
    // Each has its place in the profiles: what has no vector is near to nothing.
    vectorsOf(landmarks).map((vector) => vector ?? new Float32Array(width)),
  );
}

type Known = Map<string, readonly (Float32Array | undefined)[]>;

async function loadOwners(owners: readonly CachedTexts[], sources: VectorSources): Promise<Known> {
  const cached = await sources.cache.read(owners, sources);
  const known: Known = new Map();
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
  const count = owners.reduce((sum, owner) => sum + owner.texts.length, 0);
  if (failure && failed.size > MAX_FAILED_SHARE * count) throw failure;
  return known;
}

function ownersOf(name: string, texts: readonly string[]): readonly CachedTexts[] {
  const count = Math.ceil(texts.length / TEXTS_OF_ENTRY);
  return Array.from({ length: count }, (_, part) => ({
    name: `${name}/${part}`,
    texts: texts.slice(part * TEXTS_OF_ENTRY, (part + 1) * TEXTS_OF_ENTRY),
  }));
}
