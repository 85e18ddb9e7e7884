import { invalidInput } from "@kioku/core/toolkit";

/**
 * A vector as it may go to core, which checks its width.
 * @throws `invalid-input` naming it.
 */
export function checkVector(value: unknown, name: string): readonly number[] {
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const items = isList ? Array.from(value as ArrayLike<unknown>) : [];
  // What is no number would be made one: null becomes 0.
  const isFinite = items.every((item) => Number.isFinite(item));
  if (isFinite && items.some((item) => item !== 0)) return items as number[];
  throw invalidInput(name, "a list of finite numbers that are not all zero", value);
}
