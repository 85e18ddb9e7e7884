import type { LabAnswer, LabText } from "../../../wire/recall.js";

/** Change of a memory from one answer to another. */
export interface RankChange {
  /** `gone`, `new`: it is in only one of them. */
  readonly sort: "down" | "gone" | "new" | "same" | "up";
  /** Places between both; 0 if it is in only one. */
  readonly by: number;
}

/** Returns what tells a memory from all others of an answer. */
export function keyOf({ id, scope }: Pick<LabText, "id" | "scope">): string {
  return [...scope, id].map(encodeURIComponent).join("/");
}

/** Compares two answers; returns the changes of all memories of both, by key. */
export function rankChanges(
  before: Pick<LabAnswer, "memories"> | undefined,
  after: Pick<LabAnswer, "memories"> | undefined,
): ReadonlyMap<string, RankChange> {
  const changes = new Map<string, RankChange>();
  if (!before || !after) return changes;
  const ranks = before.memories.map(keyOf);
  for (const key of ranks) changes.set(key, { sort: "gone", by: 0 });
  for (const [index, key] of after.memories.map(keyOf).entries()) {
    const rank = ranks.indexOf(key);
    const up = rank < 0 ? 0 : rank - index;
    const moved = ({ "-1": "down", 0: "same", 1: "up" } as const)[Math.sign(up) as -1 | 0 | 1];
    changes.set(key, { sort: rank < 0 ? "new" : moved, by: Math.abs(up) });
  }
  return changes;
}
