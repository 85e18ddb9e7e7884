import type { Memory } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";

/** A view that can be narrowed, such as a memory or a mind. */
interface Scoped<T> {
  scope(...path: readonly [string, ...string[]]): T;
}

/**
 * Returns the view of the scope that a query names, at or below that of the studio.
 * @throws `invalid-input` if it is no list of texts.
 */
export function inScope<T extends Scoped<T>>(view: T, scope: unknown): T {
  if (scope === undefined) return view;
  if (!Array.isArray(scope) || scope.some((one) => typeof one !== "string")) {
    throw invalidInput("query.scope", "a list of texts", scope);
  }
  const [first, ...rest] = scope as readonly string[];
  return first === undefined ? view : view.scope(first, ...rest);
}

/** Returns the elements of a scope below that of a memory. */
export function below(memory: Memory, scope: readonly string[]): readonly string[] {
  return scope.slice(memory.scopePath.length);
}
