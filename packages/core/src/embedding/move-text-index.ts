import { textIndexOf } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";

/** Rewrites an `invalid-input` about texts for the list that they were taken from, at `places`. */
export function moveTextIndex(error: unknown, places: readonly number[]): unknown {
  if (!MemoryError.is(error, "invalid-input")) return error;
  if (places.every((place, index) => place === index)) return error;
  const message = error.message.replaceAll(
    /\btexts\[(\d+)\]/gu,
    (_, index: string) => `texts[${places[Number(index)] ?? index}]`,
  );
  const index = textIndexOf(error, places.length);
  const details = index === undefined ? {} : { textIndex: places[index] };
  return new MemoryError("invalid-input", message, { cause: error, details });
}
