import type { CompleteStore, Condition, Predicate } from "@kioku/core/toolkit";

import { mapSelections } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** Replaces the conditions of every filter. */
function mapConditions(
  store: CompleteStore,
  map: (condition: Condition) => Predicate,
): CompleteStore {
  return mapPredicates(store, (where) => (where.type === "condition" ? map(where) : where));
}

/** Replaces every part of every filter, the innermost first. */
export function mapPredicates(
  store: CompleteStore,
  map: (where: Predicate) => Predicate,
): CompleteStore {
  const visit = (where: Predicate): Predicate => {
    if (where.type === "condition") return map(where);
    if (where.type === "not") return map({ ...where, clause: visit(where.clause) });
    return map({ ...where, clauses: where.clauses.map((clause) => visit(clause)) });
  };
  return mapSelections(store, (selection) => ({
    ...selection,
    where: selection.where && visit(selection.where),
  }));
}

/** The fields that a predicate looks at. */
function fieldsOf(where: Predicate): Condition["field"][] {
  if (where.type === "condition") return [where.field];
  if (where.type === "not") return fieldsOf(where.clause);
  return where.clauses.flatMap((clause) => fieldsOf(clause));
}

function exists(field: Condition["field"]): Predicate {
  return { type: "condition", field, operator: "exists", operands: [true] };
}

function isUpper(one: Predicate): boolean {
  return one.type === "condition" && (one.operator === "lt" || one.operator === "lte");
}

function toSecond(operand: Condition["operands"][number]): Condition["operands"][number] {
  return typeof operand === "number" ? Math.floor(operand / 1_000) * 1_000 : operand;
}

const TRUE: Predicate = { type: "and", clauses: [] };

/** Defects of filters. */
export const BROKEN_FILTERS: readonly Defect[] = [
  {
    name: "looks at the first thousand operands",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (where) => ({ ...where, operands: where.operands.slice(0, 1_000) })),
  },
  {
    name: "looks at the first thousand clauses",
    group: "filters",
    breakStore: (store) =>
      mapPredicates(store, (where) =>
        "clauses" in where ? { ...where, clauses: where.clauses.slice(0, 1_000) } : where,
      ),
  },
  {
    name: "drops the upper bound of a range",
    group: "filters",
    breakStore: (store) =>
      mapPredicates(store, (where) => {
        if (where.type !== "and") return where;
        return { ...where, clauses: where.clauses.filter((clause) => !isUpper(clause)) };
      }),
  },
  {
    name: "takes not for a comparison that needs the field, as SQL does",
    group: "filters",
    breakStore: (store) =>
      mapPredicates(store, (where) =>
        where.type === "not"
          ? {
              type: "and",
              clauses: [where, ...fieldsOf(where.clause).map((field) => exists(field))],
            }
          : where,
      ),
  },
  {
    name: "takes an empty or for true",
    group: "filters",
    breakStore: (store) =>
      mapPredicates(store, (where) =>
        where.type === "or" && where.clauses.length === 0 ? TRUE : where,
      ),
  },
  {
    name: "takes an empty in for true",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operator === "in" && one.operands.length === 0 ? TRUE : one,
      ),
  },
  {
    name: "takes numbers and texts for each other",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operator === "eq"
          ? { ...one, operator: "in", operands: [...one.operands, ...one.operands.map(String)] }
          : one,
      ),
  },
  {
    name: "takes true for 1",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operator === "eq" && one.operands[0] === 1
          ? { ...one, operator: "in", operands: [1, true] }
          : one,
      ),
  },
  {
    name: "does not take a missing field for null",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operands.includes(null) && one.operator !== "contains"
          ? { type: "and", clauses: [one, exists(one.field)] }
          : one,
      ),
  },
  {
    name: "takes an explicit null for a missing field",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operator === "exists"
          ? { type: "not", clause: { ...one, operator: "eq", operands: [null] } }
          : one,
      ),
  },
  {
    name: "takes a text for a list that contains it",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) =>
        one.operator === "contains"
          ? { type: "or", clauses: [one, { ...one, operator: "eq" }] }
          : one,
      ),
  },
  {
    name: "compares instants to the second",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) => {
        if (one.field.type !== "instant") return one;
        return { ...one, operands: one.operands.map((operand) => toSecond(operand)) };
      }),
  },
  {
    name: "takes lt for lte",
    group: "filters",
    breakStore: (store) =>
      mapConditions(store, (one) => (one.operator === "lt" ? { ...one, operator: "lte" } : one)),
  },
  {
    name: "takes no kinds for all kinds",
    group: "filters",
    breakStore: (store) =>
      mapSelections(store, (selection) =>
        selection.kinds?.length === 0 ? { ...selection, kinds: undefined } : selection,
      ),
  },
];
