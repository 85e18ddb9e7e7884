import type { Condition, Predicate, PredicateField, Selection } from "@kioku/core";

import { KINDS, NUMBERS, randomInstant, randomPrimitive, SCOPES, TEXTS } from "./random-data.js";
import type { Random } from "./random.js";

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

function randomField(random: Random): PredicateField {
  if (random.chance(0.4)) return random.pick(FIELDS);
  const root = random.pick(["metadata", "value"] as const);
  return { type: "json", root, path: random.chance(0.1) ? [] : random.pick(PATHS) };
}

/** Often of the type of the field, so that conditions hold now and then. */
function randomOperand(random: Random, field: PredicateField): string | number | boolean | null {
  if (random.chance(0.2)) return randomPrimitive(random);
  if (field.type === "instant") return randomInstant(random).getTime();
  if (field.type === "boolean") return random.chance(0.5);
  if (field.type === "number") return random.pick([-1, 0, 0.1 + 0.2, 0.5, 1]);
  if (field.type === "text") return random.pick([...TEXTS, ...KINDS, "x", "user"]);
  return random.chance(0.5) ? random.pick(TEXTS) : random.pick(NUMBERS);
}

function randomCondition(random: Random): Condition {
  const field = randomField(random);
  const operator = random.pick(OPERATORS);
  const count = operator === "in" ? random.below(4) : 1;
  const operands =
    operator === "exists"
      ? [true]
      : Array.from({ length: count }, () => randomOperand(random, field));
  return { type: "condition", field, operator, operands };
}

function randomPredicate(random: Random, depth: number): Predicate {
  if (depth === 0 || random.chance(0.4)) return randomCondition(random);
  if (random.chance(0.3)) return { type: "not", clause: randomPredicate(random, depth - 1) };
  const clauses = Array.from({ length: random.below(4) }, () => randomPredicate(random, depth - 1));
  return { type: random.pick(["and", "or"] as const), clauses };
}

/** Any selection of random records. */
export function randomSelection(random: Random): Selection {
  const count = random.chance(0.7) ? 1 : random.below(4);
  return {
    within: Array.from({ length: count }, () => random.pick(SCOPES)),
    reach: random.pick(["here", "below"] as const),
    kinds: random.chance(0.3) ? KINDS.filter(() => random.chance(0.5)) : undefined,
    where: random.chance(0.7) ? randomPredicate(random, 3) : undefined,
    now: random.chance(0.5) ? randomInstant(random) : undefined,
    validAt: random.chance(0.3) ? randomInstant(random) : undefined,
    includeArchived: random.chance(0.5),
  };
}
