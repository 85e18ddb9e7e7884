import type { Filter, RecallQuery } from "@kioku/core";
import { checkBoolean, checkOneOf, checkText, MAX_NAME_LENGTH, ORIGINS } from "@kioku/core/toolkit";
import { STATE_KINDS } from "@kioku/mind";

import type { MemorySelection } from "../wire/memories.js";
import { instant } from "./instant.js";

const STATES = ["current", "archived", "replaced", "all"] as const;
const FEELINGS: Readonly<Record<string, Filter>> = {
  any: { "@emotion.valence": { $exists: true } },
  pleasant: { "@emotion.valence": { $gt: 0 } },
  unpleasant: { "@emotion.valence": { $lt: 0 } },
};

/** Memories as the memory is asked for them. */
interface CheckedSelection extends Required<Pick<RecallQuery, "reach" | "includeArchived">> {
  readonly filter: Filter;
  /** True to list what was replaced, too. */
  readonly includeRetired: boolean;
}

/** Returns what a memory is asked for. @throws `invalid-input` */
export function checkSelection(query: MemorySelection, now: Date): CheckedSelection {
  const { kind, origin, feeling } = query;
  const from = instant(query.from, "query.from");
  const to = instant(query.to, "query.to");
  const state = checkOneOf(query.state ?? "current", "query.state", STATES);
  const isPinned = checkBoolean(query.isPinned ?? false, "query.isPinned");
  const clauses: Filter[] = [
    { "@kind": kind === undefined ? { $nin: STATE_KINDS } : checkName(kind, "query.kind") },
  ];
  if (origin !== undefined) {
    clauses.push({ "@origin": checkOneOf(origin, "query.origin", ORIGINS) });
  }
  if (isPinned) clauses.push({ "@pinned": true });
  if (feeling !== undefined) {
    const name = checkOneOf(feeling, "query.feeling", Object.keys(FEELINGS));
    clauses.push(FEELINGS[name] ?? {});
  }
  if (from !== undefined) clauses.push({ "@createdAt": { $gte: from } });
  if (to !== undefined) clauses.push({ "@createdAt": { $lt: to } });
  if (state === "archived") clauses.push({ "@archivedAt": { $exists: true } });
  if (state === "replaced") clauses.push({ "@validTo": { $lte: now } });
  return {
    reach: "below",
    filter: { $and: clauses },
    includeArchived: state !== "current",
    includeRetired: state !== "current",
  };
}

function checkName(name: unknown, member: string): string {
  return checkText(name, member, MAX_NAME_LENGTH);
}
