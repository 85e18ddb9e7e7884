import { MemoryError } from "../errors/memory-error.js";
import type { SpaceVector } from "../store/vector-space.js";
import type { EmbedTextsResult } from "./embed-texts.js";
import type { Embedder, EmbedResult } from "./embedder.js";
import { toUnitVector } from "./unit-vector.js";

/**
 * The vectors of an answer, in the order of the texts; what is no vector of the right width is left out. Reading the answer may
 * throw whatever its getters throw.
 */
export function checkAnswer(
  embedder: Pick<Embedder, "id">,
  answer: EmbedResult,
  asked: { readonly count: number; readonly width: number | undefined },
): EmbedTextsResult {
  const { count } = asked;
  const given: unknown = answer.vectors;
  if (!Array.isArray(given) || given.length !== count) {
    const what = Array.isArray(given) ? `${given.length} vectors` : "no list of vectors";
    return refused(embedder, `answered ${what} for ${count} texts`, count);
  }
  const order = answer.indices === undefined ? undefined : places(answer.indices, count);
  if (answer.indices !== undefined && !order) {
    return refused(embedder, `did not say which of the ${count} texts each vector is of`, count);
  }
  const values = Array.from(
    { length: count },
    (_, index): unknown => given[order?.[index] ?? index],
  );
  return toVectors(embedder, values, asked.width);
}

/** Where in the answer the vector of each text is; `undefined` if that is not said of every text exactly once. */
function places(indices: unknown, count: number): readonly number[] | undefined {
  if (!Array.isArray(indices) || indices.length !== count) return undefined;
  const found = new Map<unknown, number>();
  for (let place = 0; place < count; place += 1) found.set(indices[place], place);
  const order = Array.from({ length: count }, (_, index) => found.get(index));
  return order.every((place) => place !== undefined) ? order : undefined;
}

function toVectors(
  { id }: Pick<Embedder, "id">,
  values: readonly unknown[],
  known: number | undefined,
): EmbedTextsResult {
  const width = known ?? values.find((value) => value instanceof Float32Array)?.length ?? 0;
  let failure: MemoryError | undefined;
  const vectors = values.map((value): SpaceVector | undefined => {
    const fits = value instanceof Float32Array && value.length === width;
    const unit = fits ? toUnitVector(value) : undefined;
    if (unit) return { space: { id, dimensions: width }, values: unit };
    failure ??= new MemoryError(
      "embedder-failed",
      `embedder ${id} answered something else than a Float32Array of ${width} finite numbers that are not all zero`,
    );
    return undefined;
  });
  return failure ? { vectors, failure } : { vectors };
}

function refused({ id }: Pick<Embedder, "id">, what: string, count: number): EmbedTextsResult {
  const failure = new MemoryError("embedder-failed", `embedder ${id} ${what}`);
  return { vectors: Array.from({ length: count }, () => undefined), failure };
}
