import type { Embedder } from "../../contracts/embedder.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import { embedTexts } from "../../embedding/embed-texts.js";
import type { EmbedTextsOptions } from "../../embedding/embed-texts.js";
import type { GuardedEmbedder } from "../../embedding/guarded-embedder.js";
import { MemoryError } from "../../errors/memory-error.js";
import { invalidInput } from "../../internal/check/check.js";
import { toUnitVector } from "../../internal/unit-vector.js";
import type { CallOptions } from "../../model/call-options.js";
import { chooseEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { checkWidth } from "../open-store.js";
import type { MemoryVectorsOptions } from "./vector-inputs.js";

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

  /**
   * Returns the embedder of the space, as wide as the store says. Needs an open store.
   * @throws `invalid-input` if there is none; `vector-space-mismatch` for another width.
   */
  async embedder(options: CallOptions): Promise<OwnEmbedder> {
    const { embedders, spaces } = this.#engine;
    const chosen = chooseEmbedders(embedders, await spaces.read(options));
    const written = [chosen.asked[0], chosen.next].map((one) => one?.id);
    const embedder = this.#given ?? embedders.find(({ id }) => id === written[0]);
    if (!embedder) {
      throw invalidInput("options.embedder", "an embedder, since the memory has none");
    }
    if (this.#given && !this.#isKnown) await this.#learn(this.#given, options);
    const isForeign = !written.includes(embedder.id);
    return { embedder, isForeign, maxTexts: this.#maxTexts };
  }

  async #learn(embedder: GuardedEmbedder, { signal }: CallOptions): Promise<void> {
    const stored = await this.#engine.store.spaces({ signal });
    checkWidth(embedder, stored);
    embedder.learnWidth(stored);
    this.#isKnown = stored.some(({ id }) => id === embedder.id);
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

/**
 * Makes a vector from outside one of the space.
 * @throws `invalid-input` if it is no vector; `vector-space-mismatch` if it is of another width.
 */
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
