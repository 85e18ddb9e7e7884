import { MemoryError } from "../errors/memory-error.js";
import { invalidInput } from "../internal/check/check.js";

/**
 * A copy of the texts of a call, which the caller cannot change any more. `name` is what the list
 * is called in errors.
 * @throws `invalid-input` naming the item that is no string.
 */
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
