import type { Scope } from "../../model/scope.js";
import { invalidInput } from "./invalid-input.js";

/** How many elements a scope may have. */
const MAX_SCOPE_DEPTH = 32;
/** How long one element may be, in UTF-16 units. */
const MAX_SCOPE_ELEMENT_LENGTH = 256;

/**
 * Refuses anything but a path of strings that every store can tell apart: not empty, well-formed
 * Unicode, no NUL. Nothing is trimmed or folded, since two scopes must never become one.
 */
export function checkScope(path: unknown, scopeName = "scope"): Scope {
  if (!Array.isArray(path)) throw invalidInput(scopeName, "a list of strings", path);
  if (path.length > MAX_SCOPE_DEPTH) {
    throw invalidInput(scopeName, `at most ${MAX_SCOPE_DEPTH} elements deep`, path);
  }
  return path.map((element: unknown, index) => {
    const name = `${scopeName} element ${index}`;
    if (typeof element !== "string") throw invalidInput(name, "a string", element);
    if (element === "") throw invalidInput(name, "a string that is not empty", element);
    if (element.length > MAX_SCOPE_ELEMENT_LENGTH) {
      throw invalidInput(name, `at most ${MAX_SCOPE_ELEMENT_LENGTH} characters long`, element);
    }
    if (!element.isWellFormed() || element.includes("\0")) {
      throw invalidInput(name, "well-formed Unicode without NUL", element);
    }
    return element;
  });
}
