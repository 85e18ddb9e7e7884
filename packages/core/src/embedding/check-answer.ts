import type { Embedder, EmbedResult } from "../contracts/embedder.js";
import type { SpaceVector } from "../contracts/vector-space.js";
import { MemoryError } from "../errors/memory-error.js";
import { toUnitVector } from "../internal/unit-vector.js";

/** What an answer comes to. */
export interface CheckedAnswer {
  /** One per text, in order, of length 1; `undefined` where there was none that is usable. */
  readonly vectors: readonly (SpaceVector | undefined)[];
  /** Why some are missing. */
  readonly failure?: MemoryError;
}

/**
 * The vectors of an answer, in the order of the texts; what is no vector of the right width is left
 * out. Reading the answer may throw whatever its getters throw.
 */
export function checkAnswer(
  embedder: Pick<Embedder, "id">,
  answer: EmbedResult,
  asked: { readonly count: number; readonly width: number | undefined },
): CheckedAnswer {
  const { count } = asked;
  const given = valuesInOrder(embedder, answer, count);
  if (MemoryError.is(given)) {
    return { vectors: Array.from({ length: count }, () => undefined), failure: given };
  }
  return toVectors(embedder, given, asked.width);
}

/**
 * Whatever an answer gives for each text, in the order of the texts; an error if it does not give
 * as many as there are texts, or does not say of each which text it is of.
 */
export function valuesInOrder(
  { id }: Pick<Embedder, "id">,
  answer: EmbedResult,
  count: number,
): readonly unknown[] | MemoryError {
  const given: unknown = answer.vectors;
  if (!Array.isArray(given) || given.length !== count) {
    const what = Array.isArray(given) ? `${given.length} vectors` : "no list of vectors";
    return failed(id, `answered ${what} for ${count} texts`);
  }
  const order = answer.indices === undefined ? undefined : places(answer.indices, count);
  if (answer.indices !== undefined && !order) {
    return failed(id, `did not say which of the ${count} texts each vector is of`);
  }
  return Array.from({ length: count }, (_, index): unknown => given[order?.[index] ?? index]);
}

/**
 * Where in the answer the vector of each text is; `undefined` if that is not said of every text
 * exactly once.
 */
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
): CheckedAnswer {
  const width = known ?? values.find((value) => value instanceof Float32Array)?.length ?? 0;
  let failure: MemoryError | undefined;
  const vectors = values.map((value): SpaceVector | undefined => {
    const fits = value instanceof Float32Array && value.length === width;
    const unit = fits ? toUnitVector(value) : undefined;
    if (unit) return { space: { id, dimensions: width }, values: unit };
    const right = `a Float32Array of ${width} finite numbers that are not all zero`;
    failure ??= failed(id, `answered something else than ${right}`);
    return undefined;
  });
  return failure ? { vectors, failure } : { vectors };
}

function failed(id: string, what: string): MemoryError {
  // Servers do so in passing, such as one that has just been given another model.
  return new MemoryError("embedder-failed", `embedder ${id} ${what}`, { retryable: true });
}
