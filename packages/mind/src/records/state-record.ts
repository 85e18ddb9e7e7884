import type { JsonValue, RememberInput } from "@kioku/core";

import { KINDS } from "../model/kinds.js";

/** Makes the input that writes a state of a mind, which is never recalled. */
export function stateInput(
  key: string,
  value: JsonValue,
  { ifVersion, kind = KINDS.state }: { readonly ifVersion?: number; readonly kind?: string } = {},
): RememberInput {
  const fixed = { origin: "derived", form: "statement", index: false } as const;
  return { content: key, key, value, kind, ifVersion, ...fixed };
}
