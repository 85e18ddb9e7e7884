import { MemoryError } from "./memory-error.js";

/**
 * Which text of a call an embedder says that it cannot embed: `textIndex` of its `invalid-input`, a
 * place in a list of so many texts. `undefined` if it does not say, or names a place that is not
 * there.
 */
export function textIndexOf(failure: unknown, count: number): number | undefined {
  if (!MemoryError.is(failure, "invalid-input")) return undefined;
  const { textIndex } = failure as { readonly textIndex?: unknown };
  if (typeof textIndex !== "number" || !Number.isInteger(textIndex)) return undefined;
  return textIndex >= 0 && textIndex < count ? textIndex : undefined;
}
