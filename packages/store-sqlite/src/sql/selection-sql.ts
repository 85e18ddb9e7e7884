import type { Condition, Predicate, Selection } from "@kioku/core/toolkit";
import { expressionBuilder, sql, type Expression, type SqlBool } from "kysely";

import { COMPARISONS, predicateSql, type RecordsAsR } from "./predicate-sql.js";
import type { SqlFragment, SqlValue } from "./sql-text.js";
import type { QueryBuilder } from "./store-context.js";

/** Compiles a selection on `records as r`, except its scope. */
export function selectionSql(selection: Omit<Selection, "within" | "reach">): Expression<SqlBool> {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const eb = expressionBuilder<RecordsAsR, "r">();
  const conditions: Expression<SqlBool>[] = [];
  if (!includeArchived) conditions.push(eb("r.archived_at", "is", null));
  if (now) {
    const at = now.getTime();
    conditions.push(eb.or([eb("r.expires_at", "is", null), eb("r.expires_at", ">", at)]));
  }
  if (validAt) {
    const at = validAt.getTime();
    conditions.push(eb.or([eb("r.valid_from", "is", null), eb("r.valid_from", "<=", at)]));
    conditions.push(eb.or([eb("r.valid_to", "is", null), eb("r.valid_to", ">", at)]));
  }
  if (kinds) conditions.push(oneOf(eb.ref("r.kind"), kinds));
  if (where) conditions.push(eb.parens(predicateSql(where)));
  return eb.and(conditions);
}

/** Compiles a selection on `records as r`, except its scope; the usual ones without Kysely. */
export function selectionFragment(
  queries: QueryBuilder,
  selection: Omit<Selection, "within" | "reach">,
): SqlFragment {
  if (selection.kinds !== undefined || selection.where !== undefined) {
    const { sql: text, parameters } = sql`(${selectionSql(selection)})`.compile(queries);
    return { sql: text, parameters: parameters as readonly SqlValue[] };
  }
  const { now, validAt, includeArchived = false } = selection;
  const conditions: string[] = [includeArchived ? "1" : "r.archived_at is null"];
  const parameters: SqlValue[] = [];
  if (now) {
    conditions.push("(r.expires_at is null or r.expires_at > ?)");
    parameters.push(now.getTime());
  }
  if (validAt) {
    conditions.push("(r.valid_from is null or r.valid_from <= ?)");
    conditions.push("(r.valid_to is null or r.valid_to > ?)");
    parameters.push(validAt.getTime(), validAt.getTime());
  }
  return { sql: conditions.join(" and "), parameters };
}

/** Compares an expression with any number of values, in one statement. */
export function oneOf(
  expression: Expression<unknown>,
  values: readonly (string | number)[],
): Expression<SqlBool> {
  return values.length === 1
    ? sql<SqlBool>`${expression} = ${values[0]}`
    : sql<SqlBool>`${expression} in (select value from json_each(${JSON.stringify(values)}))`;
}

/**
 * Returns a predicate's bounds of `r.key` as bare comparisons, which use the index of keys. The
 * predicate itself may demand more; the bounds keep a listing from scanning all keys.
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
  return texts.map((text) => compared(key, operator, text));
}

/** Returns a predicate's bounds of an instant as bare comparisons of the column of an index. */
export function boundsOfInstant(
  where: Predicate | undefined,
  name: string,
  column: Expression<unknown>,
): readonly Expression<SqlBool>[] {
  if (where?.type === "and") {
    return where.clauses.flatMap((clause) => boundsOfInstant(clause, name, column));
  }
  if (where?.type !== "condition" || where.field.type !== "instant") return [];
  const { field, operator, operands } = where;
  const [at] = operands;
  const isBound = operator in COMPARISONS && field.name === name && typeof at === "number";
  return isBound ? [compared(column, operator as keyof typeof COMPARISONS, at)] : [];
}

function compared(
  column: Expression<unknown>,
  operator: keyof typeof COMPARISONS,
  value: number | string,
): Expression<SqlBool> {
  return sql<SqlBool>`${column} ${sql.raw(COMPARISONS[operator])} ${value}`;
}

/** Returns the only thread that a predicate allows; `undefined` if there may be several or none. */
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
