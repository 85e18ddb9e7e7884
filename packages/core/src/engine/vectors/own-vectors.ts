import type { RememberInput } from "../../api/inputs.js";
import type { SpaceVector, VectorSpace } from "../../contracts/vector-space.js";
import type { SpaceOp } from "../../contracts/write-op.js";
import type { EmbedTextsOptions } from "../../embedding/embed-texts.js";
import { onRejection } from "../../internal/async/notify.js";
import { checkTexts, invalidInput } from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH } from "../../model/limits.js";
import type { EmbeddedInput } from "../write/stages.js";
import { embedEach, inSpaceOfText } from "./own-space.js";
import type { OwnEmbedder } from "./own-space.js";

/** A vector that came with an input, and the text that it is of. */
export interface GivenVector {
  readonly content: string;
  readonly vector: SpaceVector;
}

/** Vectors of a write that brings its own. */
export interface OwnVectors extends OwnEmbedder {
  /** By index in the caller's list. */
  readonly given: ReadonlyMap<number, GivenVector>;
  /** Likewise: finds the texts of an input that get a vector each. */
  readonly textsOf: ReadonlyMap<number, (input: RememberInput) => readonly string[]>;
}

/** Vectors by the index of their input, and the ops that go before them. */
interface MadeVectors {
  readonly vectors: ReadonlyMap<number, readonly SpaceVector[]>;
  readonly spaceOps: readonly SpaceOp[];
}

/**
 * Returns the vectors that came with inputs, makes those of inputs with several texts and, for an
 * embedder that is not the memory's, those of all others.
 * @throws `embedder-failed`; `invalid-input` for texts that are none, or too many.
 */
export async function ownVectors(
  inputs: readonly EmbeddedInput[],
  own: OwnVectors,
  options: Pick<EmbedTextsOptions, "signal" | "onProgress">,
): Promise<MadeVectors> {
  const vectors = new Map<number, readonly SpaceVector[]>();
  const searchable = inputs.filter((one) => one.input.index !== false && !one.vectors);
  for (const { input, index } of searchable) {
    const given = own.given.get(index);
    // A plugin may have changed the text: then the vector is of another text.
    if (given?.content === input.content) vectors.set(index, [given.vector]);
  }
  const missing = searchable.flatMap((one) => {
    const texts = vectors.has(one.index) ? undefined : textsOf(one, own);
    return texts ? [{ index: one.index, texts }] : [];
  });
  const distinct = [...new Set(missing.flatMap(({ texts }) => texts))];
  const made = await embedEach(own.embedder, distinct, { ...options, purpose: "document" });
  const vectorOf = new Map(distinct.map((text, position) => [text, made[position]]));
  for (const { index, texts } of missing) {
    const found = texts.flatMap((text, position) => {
      const vector = vectorOf.get(text);
      return vector ? [inSpaceOfText(vector, position)] : [];
    });
    vectors.set(index, found);
  }
  return { vectors, spaceOps: spaceOps([...vectors.values()].flat(), own) };
}

/** Returns the texts that get a vector each; `undefined` where the memory or store sees to it. */
function textsOf(
  { input, index, isKept }: EmbeddedInput,
  { isForeign, maxTexts, textsOf: given }: OwnVectors,
): readonly string[] | undefined {
  const find = given.get(index);
  if (!find) return isForeign && !isKept ? [input.content] : undefined;
  const name = `inputs[${index}].textsOf(…)`;
  const answer: unknown = find(input);
  onRejection(answer);
  const texts = checkTexts(answer, name, MAX_CONTENT_LENGTH);
  if (texts.length > maxTexts) throw invalidInput(name, `at most ${maxTexts} texts`, texts);
  return texts;
}

/** Makes ops that keep spaces apart that are not the memory's, unless they are known already. */
function spaceOps(
  vectors: readonly SpaceVector[],
  { embedder, isForeign }: OwnVectors,
): readonly SpaceOp[] {
  const spaces = new Map<string, VectorSpace>();
  for (const { space } of vectors) {
    if (isForeign || space.id !== embedder.id) spaces.set(space.id, space);
  }
  return [...spaces.values()].map((space) => {
    return { op: "space", space, state: "separate", unlessKnown: true };
  });
}
