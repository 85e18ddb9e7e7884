import type { CallOptions } from "@kioku/core";
import { checkCallOptions } from "@kioku/core/toolkit";

import { checkMemory } from "./resolve-runtime-options.js";

/**
 * Refuses unknown options, a signal that is none and a memory that is none. `more` names the
 * options beside `signal`.
 */
export function checkOptions(
  options: CallOptions & { readonly memory?: unknown },
  more: readonly string[] = [],
): void {
  checkCallOptions(options, more);
  const { memory } = options;
  if (memory !== undefined) checkMemory(memory, "options.memory");
}
