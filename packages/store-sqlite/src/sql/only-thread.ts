import type { Predicate } from "@kioku/core/toolkit";

/** The one thread that a predicate leaves room for; `undefined` if that may be several, or none. */
export function onlyThread(where: Predicate | undefined): string | undefined {
  if (where?.type === "and") {
    return where.clauses.map(onlyThread).find((thread) => thread !== undefined);
  }
  if (where?.type !== "condition" || where.operator !== "eq") return undefined;
  const { field, operands } = where;
  const [thread] = operands;
  const isThread = field.type === "text" && field.name === "thread";
  return isThread && typeof thread === "string" ? thread : undefined;
}
