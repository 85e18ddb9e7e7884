import { MemoryError } from "../errors/memory-error.js";
import { textIndexOf } from "../errors/text-index.js";

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
  const moved = new MemoryError(error.code, message, { cause: error });
  const textIndex = textIndexOf(error, places.length);
  return textIndex === undefined ? moved : Object.assign(moved, { textIndex: places[textIndex] });
}
