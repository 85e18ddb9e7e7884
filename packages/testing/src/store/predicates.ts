import type { JsonPrimitive } from "@kioku/core";
import type { Predicate, PredicateField, PredicateOperator } from "@kioku/core/toolkit";

/** The metadata field at this path. */
export function metadata(...path: readonly string[]): PredicateField {
  return { type: "json", root: "metadata", path };
}

/** One condition. */
export function condition(
  field: PredicateField,
  operator: PredicateOperator,
  ...operands: readonly JsonPrimitive[]
): Predicate {
  return { type: "condition", field, operator, operands };
}

/** All of these hold. */
export function and(...clauses: readonly Predicate[]): Predicate {
  return { type: "and", clauses };
}

/** At least one of these holds. */
export function or(...clauses: readonly Predicate[]): Predicate {
  return { type: "or", clauses };
}

/** This does not hold. */
export function not(clause: Predicate): Predicate {
  return { type: "not", clause };
}
