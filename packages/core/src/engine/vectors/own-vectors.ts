import type { RememberInput } from "../../api/inputs.js";
import type { SpaceVector, VectorSpace } from "../../contracts/vector-space.js";
import type { SpaceOp } from "../../contracts/write-op.js";
import type { EmbedTextsOptions } from "../../embedding/embed-texts.js";
import { onRejection } from "../../internal/async/notify.js";
import { checkTexts, invalidInput } from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH } from "../../model/limits.js";
import type { Draft } from "../write/draft.js";
import { embedEach, spaceOfText } from "./own-space.js";
import type { OwnEmbedder } from "./own-space.js";

/** A vector that came with an input, and the text that it is of. */
export interface GivenVector {
  readonly content: string;
  readonly vector: SpaceVector;
}

/** What a write with vectors of its own needs beside the inputs. */
export interface OwnVectors extends OwnEmbedder {
  /** By place in the caller's list. */
  readonly given: ReadonlyMap<number, GivenVector>;
  /** Likewise: how the texts of an input are found that get a vector each. */
  readonly textsOf: ReadonlyMap<number, (input: RememberInput) => readonly string[]>;
}

/**
 * Gives the drafts the vectors that came with them, those of several texts theirs, and with an
 * embedder that is not the memory's also all others. What is to stand before the vectors is
 * returned.
 * @throws `embedder-failed`; `invalid-input` for texts that are none, or too many.
 */
export async function addOwnVectors(
  drafts: readonly Draft[],
  own: OwnVectors,
  options: Pick<EmbedTextsOptions, "signal" | "onProgress">,
): Promise<readonly SpaceOp[]> {
  const searchable = drafts.filter(({ input, vectors }) => input.index !== false && !vectors);
  for (const draft of searchable) {
    const given = own.given.get(draft.index);
    // A plugin may have changed the text: then the vector is of what it took out.
    if (given?.content === draft.input.content) draft.vectors = [given.vector];
  }
  const missing = searchable.flatMap((draft) => {
    const texts = draft.vectors ? undefined : textsOf(draft, own);
    return texts ? [{ draft, texts }] : [];
  });
  const distinct = [...new Set(missing.flatMap(({ texts }) => texts))];
  const made = await embedEach(own.embedder, distinct, { ...options, purpose: "document" });
  const vectorOf = new Map(distinct.map((text, index) => [text, made[index]]));
  for (const { draft, texts } of missing) {
    draft.vectors = texts.flatMap((text, index) => inSpaceOfText(vectorOf.get(text), index));
  }
  return spaceOps(searchable, own);
}

/** The texts that get a vector each; `undefined` if the memory or the store sees to the vectors. */
function textsOf(
  { input, index, hasVector }: Draft,
  { isForeign, maxTexts, textsOf: given }: OwnVectors,
): readonly string[] | undefined {
  const find = given.get(index);
  if (!find) return isForeign && hasVector !== true ? [input.content] : undefined;
  const name = `inputs[${index}].textsOf(…)`;
  const answer: unknown = find(input);
  onRejection(answer);
  const texts = checkTexts(answer, name, MAX_CONTENT_LENGTH);
  if (texts.length > maxTexts) throw invalidInput(name, `at most ${maxTexts} texts`, texts);
  return texts;
}

function inSpaceOfText(vector: SpaceVector | undefined, index: number): readonly SpaceVector[] {
  if (!vector) return [];
  const { id, dimensions } = vector.space;
  return [{ ...vector, space: { id: spaceOfText(id, index), dimensions } }];
}

/** Spaces that are not the memory's are kept apart, unless they are known as something else. */
function spaceOps(
  drafts: readonly Draft[],
  { embedder, isForeign }: OwnVectors,
): readonly SpaceOp[] {
  const spaces = new Map<string, VectorSpace>();
  for (const { space } of drafts.flatMap(({ vectors = [] }) => vectors)) {
    if (isForeign || space.id !== embedder.id) spaces.set(space.id, space);
  }
  return [...spaces.values()].map((space) => {
    return { op: "space", space, state: "separate", unlessKnown: true };
  });
}
