import { MemoryError } from "../../errors/memory-error.js";
import type { Condition, Predicate, PredicateField, RecordField } from "../../model/filter.js";
import type { JsonPrimitive } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";
import { describe, timeOf } from "./check.js";

/** Members of records by their type. */
const MEMBERS = {
  text: "id key kind content thread speaker form origin",
  number: "trust importance version emotion.valence emotion.arousal",
  boolean: "pinned",
  instant: "createdAt updatedAt occurredAt validFrom validTo expiresAt archivedAt",
};
/** Record fields by the name that filters give them. */
const RECORD_FIELDS: ReadonlyMap<string, RecordField> = new Map(
  Object.entries(MEMBERS).flatMap(([type, names]) =>
    names
      .split(" ")
      .map((name) => [`@${name}`, { type, name: name.split(".").at(-1) } as RecordField]),
  ),
);

const SEGMENT = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;
const MAX_SEGMENTS = 8;

/** Returns the field of a name in a filter. @throws `invalid-input` for an unknown name. */
export function filterField(name: string): PredicateField {
  const field = RECORD_FIELDS.get(name);
  if (field) return field;
  const inValue = name === "@value" || name.startsWith("@value.");
  if (name.startsWith("@") && !inValue) {
    const known = [...RECORD_FIELDS.keys(), "@value"].join(", ");
    throw wrong(`has no field ${describe(name)}; record fields are ${known}`);
  }
  const path = (inValue ? name.slice("@value.".length) : name).split(".");
  if (name === "@value") return { type: "json", root: "value", path: [] };
  if (path.length > MAX_SEGMENTS || !path.every((segment) => SEGMENT.test(segment))) {
    throw wrong(
      `field ${describe(name)} must be up to ${MAX_SEGMENTS} names joined by dots; a name starts with a letter or _ and goes on with letters, digits, _ and -`,
    );
  }
  return { type: "json", root: inValue ? "value" : "metadata", path };
}

const MAX_DEPTH = 8;
const MAX_CONDITIONS = 256;

/** Operators of a `Comparison`: those that stores know with a `$`, and two negations. */
const OPERATORS = "$eq $ne $gt $gte $lt $lte $in $nin $contains $exists".split(" ");
const NEGATED: Readonly<Record<string, "eq" | "in">> = { $ne: "eq", $nin: "in" };

/** Validates a `Filter` into the form that stores translate. @throws `invalid-input` */
export function parseFilter(filter: unknown): Predicate {
  const budget = { conditions: MAX_CONDITIONS };
  return parse(filter, 1, budget);
}

function parse(filter: unknown, depth: number, budget: { conditions: number }): Predicate {
  if (depth > MAX_DEPTH) throw wrong(`is nested more than ${MAX_DEPTH} levels deep`);
  const clauses = entriesOf(filter, "must be an object").map(([name, value]): Predicate => {
    if (name === "$and" || name === "$or") {
      if (!Array.isArray(value))
        throw wrong(`${name} takes a list of filters, got ${describe(value)}`);
      const type = name === "$and" ? "and" : "or";
      return { type, clauses: Array.from(value, (clause) => parse(clause, depth + 1, budget)) };
    }
    if (name === "$not") return { type: "not", clause: parse(value, depth + 1, budget) };
    if (name.startsWith("$"))
      throw wrong(`has no operator ${describe(name)} here; it takes $and, $or, $not`);
    return parseField(name, value, budget);
  });
  return all(clauses);
}

function parseField(name: string, value: unknown, budget: { conditions: number }): Predicate {
  const field = filterField(name);
  const comparisons: [string, unknown][] =
    typeof value === "object" && value !== null && timeOf(value) === undefined
      ? entriesOf(value, `on ${describe(name)} must be a value or an object of comparisons`)
      : [["$eq", value]];
  if (comparisons.length === 0) throw wrong(`on ${describe(name)} compares with nothing`);
  return all(
    comparisons.map(([key, operand]) => {
      budget.conditions -= 1;
      if (budget.conditions < 0) throw wrong(`has more than ${MAX_CONDITIONS} conditions`);
      return parseComparison(name, field, [key, operand]);
    }),
  );
}

function parseComparison(
  name: string,
  field: PredicateField,
  [key, operand]: readonly [string, unknown],
): Predicate {
  if (!OPERATORS.includes(key)) {
    const allowed = OPERATORS.join(", ");
    throw wrong(`has no operator ${describe(key)} on ${describe(name)}; it takes ${allowed}`);
  }
  const negated = NEGATED[key];
  const operator = negated ?? (key.slice(1) as Condition["operator"]);
  if (operator === "exists") {
    if (typeof operand !== "boolean")
      throw wrong(`$exists on ${describe(name)} takes true or false`);
    const condition: Condition = { type: "condition", field, operator, operands: [true] };
    return operand ? condition : { type: "not", clause: condition };
  }
  const operands = operator === "in" ? listOf(name, key, operand) : [operand];
  const where = `${key} on ${describe(name)}`;
  const values = operands.map((value) => toOperand(where, { field, operator, value }));
  const condition: Condition = { type: "condition", field, operator, operands: values };
  return negated ? { type: "not", clause: condition } : condition;
}

function toOperand(
  where: string,
  { field, operator, value }: Pick<Condition, "field" | "operator"> & { readonly value: unknown },
): JsonPrimitive {
  const ordered = operator !== "eq" && operator !== "in" && operator !== "contains";
  if (value === null && !ordered) return null;
  if (field.type === "instant") {
    const time = typeof value === "string" ? Date.parse(value) : (timeOf(value) ?? Number.NaN);
    if (Number.isNaN(time))
      throw wrong(`${where} takes a Date or an ISO 8601 string, got ${describe(value)}`);
    return time;
  }
  const time = timeOf(value);
  if (time !== undefined && !Number.isNaN(time)) return new Date(time).toISOString();
  if (typeof value === "string") return toStorableText(value);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "boolean" && !ordered) return value;
  throw wrong(
    `${where} takes a ${ordered ? "finite number or a string" : "JSON primitive"}, got ${describe(value)}`,
  );
}

function listOf(name: string, key: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.length <= 1_000) return Array.from<unknown>(value);
  throw wrong(
    `${key} on ${describe(name)} takes a list of at most 1000 values, got ${describe(value)}`,
  );
}

function entriesOf(value: unknown, what: string): [string, unknown][] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || timeOf(value) !== undefined) throw wrong(`${what}, got ${describe(value)}`);
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function all(clauses: readonly Predicate[]): Predicate {
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { type: "and", clauses };
}

function wrong(what: string): MemoryError {
  return new MemoryError("invalid-input", `filter ${what}`);
}
