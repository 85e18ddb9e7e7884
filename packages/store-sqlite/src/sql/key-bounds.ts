import type { Condition, Predicate } from "@kioku/core/toolkit";
import { expressionBuilder, sql } from "kysely";
import type { Expression, SqlBool } from "kysely";

import { oneOf } from "./one-of.js";
import type { RecordsAsR } from "./predicate-sql.js";

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * What a predicate demands of the key of `records as r`, as bare comparisons, which the index of
 * keys serves. The predicate itself says more; where keys are listed in order these bounds keep the
 * listing from leading through all the others.
 */
export function keyBounds(where: Predicate | undefined): readonly Expression<SqlBool>[] {
  if (where?.type === "and") return where.clauses.flatMap((clause) => keyBounds(clause));
  if (where?.type !== "condition") return [];
  const { field } = where;
  return field.type === "text" && field.name === "key" ? boundsOf(where) : [];
}

function boundsOf({ operator, operands }: Condition): readonly Expression<SqlBool>[] {
  const texts = operands.filter((operand) => typeof operand === "string");
  if (texts.length < operands.length || operator === "exists" || operator === "contains") return [];
  const key = expressionBuilder<RecordsAsR, "r">().ref("r.key");
  if (operator === "eq" || operator === "in") return [oneOf(key, texts)];
  return texts.map((text) => sql<SqlBool>`${key} ${sql.raw(COMPARISONS[operator])} ${text}`);
}
