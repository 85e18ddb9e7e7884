import type { EmbedResult, Embedder, EmbedderProfile } from "../contracts/embedder.js";
import type { QueryExpander } from "../contracts/query-expander.js";
import type { SpaceVector } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { checkDefined, number } from "../internal/check/check-options.js";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
} from "../internal/check/check.js";
import { toUnitVector } from "../internal/unit-vector.js";

const MAX_ID_LENGTH = 512;
const COUNT = number({ min: 1, integer: true });

/** Refuses values that are no embedder. @throws `invalid-input` naming the member. */
export function checkEmbedder(embedder: Embedder, name: string): void {
  checkMethods(embedder, name, ["embed"]);
  checkText(embedder.id, `${name}.id`, MAX_ID_LENGTH);
  const checks = {
    dimensions: COUNT,
    maxBatchSize: COUNT,
    maxBatchTokens: COUNT,
    maxConcurrency: COUNT,
    normalized: checkBoolean,
    profile: checkProfile,
    expander: checkExpander,
    forget: checkFunction,
    close: checkFunction,
  };
  checkDefined(embedder, checks, `${name}.`);
}

/** Refuses values that are no query expander. @throws `invalid-input` naming the member. */
export function checkExpander(expander: unknown, name: string): void {
  checkMethods(expander, name, ["expand"]);
  checkText((expander as QueryExpander).name, `${name}.name`, MAX_ID_LENGTH);
}

/** Refuses values that are no profile. @throws `invalid-input` naming the member. */
export function checkProfile(profile: unknown, name: string): void {
  checkMembers(profile, name, ["unrelated", "related", "meaningWeight"]);
  const { unrelated, related, meaningWeight } = profile as EmbedderProfile;
  checkNumber(unrelated, `${name}.unrelated`, { min: -1, max: 1 });
  checkNumber(related, `${name}.related`, { min: -1, max: 1 });
  if (related <= unrelated) throw invalidInput(`${name}.related`, "more than unrelated", related);
  if (meaningWeight !== undefined) {
    checkNumber(meaningWeight, `${name}.meaningWeight`, { min: 0, max: 1 });
  }
}

/** Returns a copy of the texts of a call. @throws `invalid-input` naming what is no string. */
export function ownTexts(texts: readonly string[], name = "texts"): readonly string[] {
  const given: unknown = texts;
  if (!Array.isArray(given)) throw invalidInput(name, "a list of strings", given);
  return Array.from(given as readonly unknown[], (text, index) => {
    if (typeof text !== "string") {
      const { message } = invalidInput(`${name}[${index}]`, "a string", text);
      throw new MemoryError("invalid-input", message, { details: { textIndex: index } });
    }
    return text;
  });
}

/** The usable vectors of an answer. */
export interface CheckedAnswer {
  /** One per text, in order, of length 1; `undefined` where none is usable. */
  readonly vectors: readonly (SpaceVector | undefined)[];
  /** Why some are missing. */
  readonly failure?: MemoryError;
}

/** Returns the vectors by text, without those of another width. Getters of the answer may throw. */
export function checkAnswer(
  embedder: Pick<Embedder, "id">,
  answer: EmbedResult,
  asked: { readonly count: number; readonly width: number | undefined },
): CheckedAnswer {
  const { count } = asked;
  const given = valuesInOrder(embedder, answer, count);
  if ("code" in given) {
    return { vectors: Array.from({ length: count }, () => undefined), failure: given };
  }
  return toVectors(embedder, given, asked.width);
}

/** Returns the values of an answer by text, or an error if there is not one for each text. */
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
  const order = answer.indices === undefined ? undefined : positions(answer.indices, count);
  if (answer.indices !== undefined && !order) {
    return failed(id, `did not say which of the ${count} texts each vector is of`);
  }
  return Array.from({ length: count }, (_, index): unknown => given[order?.[index] ?? index]);
}

/** Returns the position of each text's vector; `undefined` if one is missing or there twice. */
function positions(indices: unknown, count: number): readonly number[] | undefined {
  if (!Array.isArray(indices) || indices.length !== count) return undefined;
  const found = new Map<unknown, number>();
  for (let index = 0; index < count; index += 1) found.set(indices[index], index);
  const order = Array.from({ length: count }, (_, index) => found.get(index));
  return order.every((index) => index !== undefined) ? order : undefined;
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
  // Servers do so for a moment, for example after a change of the model.
  return new MemoryError("embedder-failed", `embedder ${id} ${what}`, { retryable: true });
}
