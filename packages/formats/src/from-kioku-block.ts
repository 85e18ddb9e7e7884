import type { RememberInput, Scope } from "@kioku/core";
import { checkScope } from "@kioku/core/toolkit";

import { fieldsOf, instantOf } from "./foreign-fields.js";

/** What a record has that `remember` takes as it is; each is checked when it is remembered. */
const MEMBERS = [
  "key",
  "kind",
  "value",
  "metadata",
  "thread",
  "origin",
  "trust",
  "sources",
  "importance",
  "emotion",
  "pinned",
] as const;
const INSTANTS = ["occurredAt", "validFrom", "validTo"] as const;

/** What Kioku put into a document of another format beside what that has a place for. */
export function fromKiokuBlock(
  block: unknown,
  name: string,
): { readonly scope: Scope; readonly input: Partial<RememberInput> } {
  const fields = fieldsOf(block, name);
  const input: Record<string, unknown> = {};
  for (const member of MEMBERS) {
    if (fields[member] !== undefined && fields[member] !== null) input[member] = fields[member];
  }
  for (const member of INSTANTS) {
    const instant = instantOf(fields[member], `${name}.${member}`);
    if (instant) input[member] = instant;
  }
  return { scope: checkScope(fields["scope"] ?? [], `${name}.scope`), input };
}
