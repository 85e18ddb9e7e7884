import type { CallOptions } from "@kioku/core";
import { checkMembers, invalidInput } from "@kioku/core/skills";

import { checkMemory } from "./resolve-runtime-options.js";

/** Refuses unknown options, a signal that is none and a memory that is none. `more` names the options beside `signal`. */
export function checkOptions(
  options: CallOptions & { readonly memory?: unknown },
  more: readonly string[] = [],
): void {
  checkMembers(options, "options", ["signal", ...more]);
  const { signal, memory } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidInput("options.signal", "an AbortSignal", signal);
  }
  if (memory !== undefined) checkMemory(memory, "options.memory");
}
