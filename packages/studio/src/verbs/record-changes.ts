import type { RecordPatch } from "@kioku/core";
import { checkMembers } from "@kioku/core/toolkit";

import type { RecordChanges } from "../wire/record.js";
import { instant } from "./instant.js";

const INSTANTS = ["occurredAt", "validFrom", "validTo"] as const;
const MEMBERS = ["content", "kind", "speaker", "importance", "pinned", "emotion", ...INSTANTS];

/** Returns the changes that a request asks for; the memory checks the other members. */
export function checkChanges(changes: RecordChanges): RecordPatch {
  checkMembers(changes, "query.changes", MEMBERS);
  const { occurredAt: _o, validFrom: _f, validTo: _t, ...patch } = changes;
  const instants = INSTANTS.flatMap((name) => {
    const at = instant(changes[name], `query.changes.${name}`);
    return at === undefined ? [] : [[name, at] as const];
  });
  return { ...patch, ...Object.fromEntries(instants) };
}
