import type { RememberInput } from "../../api/inputs.js";
import type { Embedder } from "../../contracts/embedder.js";
import type { SpaceVector, VectorSpace, SpaceOp } from "../../contracts/write-op.js";
import { embedTexts, type EmbedTextsOptions } from "../../embedding/embed-texts.js";
import type { GuardedEmbedder } from "../../embedding/guarded-embedder.js";
import { MemoryError } from "../../errors/memory-error.js";
import { onRejection } from "../../internal/async/notify.js";
import { checkTexts, invalidInput } from "../../internal/check/check.js";
import { toUnitVector } from "../../internal/unit-vector.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_CONTENT_LENGTH } from "../../model/limits.js";
import { chooseEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { checkWidth } from "../open-store.js";
import type { EmbeddedInput } from "../write/stages.js";
import type { MemoryVectorsOptions } from "./vector-inputs.js";

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

/**
 * Returns the vectors by the index of their input, given or made, and the ops that go before them.
 * @throws `embedder-failed`; `invalid-input` for texts that are none, or too many.
 */
export async function ownVectors(
  inputs: readonly EmbeddedInput[],
  own: OwnVectors,
  options: Pick<EmbedTextsOptions, "signal" | "onProgress">,
): Promise<{
  readonly vectors: ReadonlyMap<number, readonly SpaceVector[]>;
  readonly spaceOps: readonly SpaceOp[];
}> {
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
  // A space that is not the memory's is kept apart, unless it is known already.
  const isSeparate = ({ id }: VectorSpace): boolean => own.isForeign || id !== own.embedder.id;
  const all = [...vectors.values()].flat().map(({ space }) => space);
  const spaces = all.filter(isSeparate);
  const spaceOps = [...new Map(spaces.map((space) => [space.id, space])).values()].map(
    (space): SpaceOp => ({ op: "space", space, state: "separate", unlessKnown: true }),
  );
  return { vectors, spaceOps };
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

/** The embedder of a call. */
export interface OwnEmbedder {
  readonly embedder: GuardedEmbedder;
  /** True if a write of the memory puts no vector into its space by itself. */
  readonly isForeign: boolean;
  readonly maxTexts: number;
}

/** The space of vectors from outside: that of a given embedder, or that of the memory. */
export class OwnSpace {
  readonly #engine: Engine;
  readonly #given: GuardedEmbedder | undefined;
  readonly #maxTexts: number;
  #isKnown = false;

  constructor(engine: Engine, { embedder, maxTexts }: MemoryVectorsOptions) {
    this.#engine = engine;
    this.#maxTexts = maxTexts ?? 1;
    this.#given =
      engine.embedders.find(({ id }) => id === embedder?.id) ??
      (embedder && engine.guard(embedder));
  }

  /** Returns the embedder of the space, as wide as the open store says. */
  async embedder(options: CallOptions): Promise<OwnEmbedder> {
    const { embedders, spaces, store } = this.#engine;
    const chosen = chooseEmbedders(embedders, await spaces.read(options));
    const written = [chosen.asked[0], chosen.next].map((one) => one?.id);
    const embedder = this.#given ?? embedders.find(({ id }) => id === written[0]);
    if (!embedder) throw invalidInput("options.embedder", "an embedder, since the memory has none");
    if (this.#given && !this.#isKnown) {
      const stored = await store.spaces({ signal: options.signal });
      checkWidth(this.#given, stored);
      this.#given.learnWidth(stored);
      this.#isKnown = stored.some(({ id }) => id === embedder.id);
    }
    const isForeign = !written.includes(embedder.id);
    return { embedder, isForeign, maxTexts: this.#maxTexts };
  }
}

/** Puts a vector into the space of one text of several: the first shares that of the embedder. */
export function inSpaceOfText({ space, values }: SpaceVector, index: number): SpaceVector {
  const id = index === 0 ? space.id : `${space.id}#${index + 1}`;
  return { space: { ...space, id }, values };
}

/** Embeds all texts. @throws `embedder-failed` if a vector could not be made. */
export async function embedEach(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedTextsOptions,
): Promise<readonly SpaceVector[]> {
  const { vectors, failure } = await embedTexts(embedder, texts, options);
  const made = vectors.filter((vector) => vector !== undefined);
  if (made.length === texts.length) return made;
  throw failure ?? new MemoryError("embedder-failed", `embedder ${embedder.id} left texts out`);
}

/** Makes a vector of the space. @throws `invalid-input`; `vector-space-mismatch` for its width. */
export function toSpaceVector(
  { id, dimensions }: Embedder,
  given: ArrayLike<number>,
  name: string,
): SpaceVector {
  const values = isNumbers(given) ? toUnitVector(Float32Array.from(given)) : undefined;
  if (!values) throw invalidInput(name, "a list of finite numbers that are not all zero", given);
  if (dimensions !== undefined && values.length !== dimensions) {
    throw new MemoryError(
      "vector-space-mismatch",
      `${name} has ${values.length} dimensions, but those of embedder ${id} have ${dimensions}`,
    );
  }
  return { space: { id, dimensions: values.length }, values };
}

/** Tests for a list of numbers, without anything that would be taken for one, such as `null`. */
function isNumbers(given: unknown): given is ArrayLike<number> {
  if (ArrayBuffer.isView(given)) return !(given instanceof DataView);
  return Array.isArray(given) && given.every((value) => typeof value === "number");
}
