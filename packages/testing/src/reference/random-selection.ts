import type { Condition, Predicate, PredicateField, Selection } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import {
  KINDS,
  NUMBERS,
  randomInstant,
  randomPrimitive,
  RANDOM_SCOPES,
  TEXTS,
} from "./random-data.js";

const FIELDS: readonly PredicateField[] = [
  { type: "text", name: "id" },
  { type: "text", name: "key" },
  { type: "text", name: "kind" },
  { type: "text", name: "content" },
  { type: "text", name: "thread" },
  { type: "text", name: "origin" },
  { type: "number", name: "trust" },
  { type: "number", name: "importance" },
  { type: "number", name: "version" },
  { type: "number", name: "valence" },
  { type: "number", name: "arousal" },
  { type: "boolean", name: "pinned" },
  { type: "instant", name: "createdAt" },
  { type: "instant", name: "updatedAt" },
  { type: "instant", name: "occurredAt" },
  { type: "instant", name: "validFrom" },
  { type: "instant", name: "validTo" },
  { type: "instant", name: "expiresAt" },
  { type: "instant", name: "archivedAt" },
];

const PATHS = [["a"], ["b"], ["é"], ["x-y"], ["a", "b"], ["a", "a"], ["b", "x-y"], ["missing"]];
const OPERATORS = ["eq", "gt", "gte", "lt", "lte", "in", "contains", "exists"] as const;

function randomField(picker: Picker): PredicateField {
  if (picker.chance(0.4)) return picker.one(FIELDS);
  const root = picker.one(["metadata", "value"] as const);
  return { type: "json", root, path: picker.chance(0.1) ? [] : picker.one(PATHS) };
}

/** Often of the type of the field, so that conditions hold now and then. */
function randomOperand(picker: Picker, field: PredicateField): string | number | boolean | null {
  if (picker.chance(0.2)) return randomPrimitive(picker);
  if (field.type === "instant") return randomInstant(picker).getTime();
  if (field.type === "boolean") return picker.chance(0.5);
  if (field.type === "number") return picker.one([-1, 0, 0.1 + 0.2, 0.5, 1]);
  if (field.type === "text") return picker.one([...TEXTS, ...KINDS, "x", "user"]);
  return picker.chance(0.5) ? picker.one(TEXTS) : picker.one(NUMBERS);
}

function randomCondition(picker: Picker): Condition {
  const field = randomField(picker);
  const operator = picker.one(OPERATORS);
  const count = operator === "in" ? picker.integer(4) : 1;
  const operands =
    operator === "exists"
      ? [true]
      : Array.from({ length: count }, () => randomOperand(picker, field));
  return { type: "condition", field, operator, operands };
}

function randomPredicate(picker: Picker, depth: number): Predicate {
  if (depth === 0 || picker.chance(0.4)) return randomCondition(picker);
  if (picker.chance(0.3)) return { type: "not", clause: randomPredicate(picker, depth - 1) };
  const clauses = Array.from({ length: picker.integer(4) }, () =>
    randomPredicate(picker, depth - 1),
  );
  return { type: picker.one(["and", "or"] as const), clauses };
}

/** Any selection of random records. */
export function randomSelection(picker: Picker): Selection {
  const count = picker.chance(0.7) ? 1 : picker.integer(4);
  return {
    within: Array.from({ length: count }, () => picker.one(RANDOM_SCOPES)),
    reach: picker.one(["here", "below"] as const),
    kinds: picker.chance(0.3) ? KINDS.filter(() => picker.chance(0.5)) : undefined,
    where: picker.chance(0.7) ? randomPredicate(picker, 3) : undefined,
    now: picker.chance(0.5) ? randomInstant(picker) : undefined,
    validAt: picker.chance(0.3) ? randomInstant(picker) : undefined,
    includeArchived: picker.chance(0.5),
  };
}
