import { MemoryError } from "@kioku/core";

import type { Dialect } from "../dialect/dialect.js";
import { sqlStateOf, toMemoryError } from "../errors/to-memory-error.js";

/**
 * Runs what indexes need. If the database refuses it, the error says what an operator has to run
 * once before the first index.
 */
export async function withPreparation<T>(
  { name, preparation }: Pick<Dialect, "name" | "preparation">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (preparation.length === 0 || sqlStateOf(error) === undefined) throw error;
    const { code, message, retryable } = toMemoryError(error);
    const statements = preparation.join("; ");
    throw new MemoryError(
      code,
      `${message}; before its first index, ${name} needs this once: ${statements}`,
      { cause: error, retryable },
    );
  }
}
