import { textIndexOf } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";

/**
 * What an embedder said of a list of texts, said of the list that these were taken from: an
 * `invalid-input` that names a text names it by its place there, in its message and as `textIndex`.
 * Any other error stays as it is.
 * @param places - Where each text that was asked for stands in the other list.
 */
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
