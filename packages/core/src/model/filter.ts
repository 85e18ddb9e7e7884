import type { JsonPrimitive } from "./record.js";

/** Conditions on one field; all of them must hold, so `{ $gte: 1, $lt: 5 }` keeps both bounds. */
export interface Comparison {
  /** Equal, with the same JSON type. `null` also matches a missing field. */
  readonly $eq?: JsonPrimitive | Date;
  /** Not equal; a missing field is not equal to anything but `null`. */
  readonly $ne?: JsonPrimitive | Date;
  /** Greater: numbers, strings by code point, and dates, each with their own kind. */
  readonly $gt?: number | string | Date;
  /** Greater or equal. */
  readonly $gte?: number | string | Date;
  /** Less. */
  readonly $lt?: number | string | Date;
  /** Less or equal. */
  readonly $lte?: number | string | Date;
  /** Equal to one of these. An empty list matches nothing. */
  readonly $in?: readonly JsonPrimitive[];
  /** Equal to none of these. */
  readonly $nin?: readonly JsonPrimitive[];
  /** The field is a list that holds this. */
  readonly $contains?: JsonPrimitive;
  /** True if the field must be there; an explicit `null` is there. */
  readonly $exists?: boolean;
}

/** Conditions by field name; all of them must hold. */
export interface FieldFilter {
  readonly [field: string]: JsonPrimitive | Date | Comparison;
}

/**
 * A filter of records. Plain names are metadata paths (`topic`, `source.url`), names with `@`
 * record fields (`@kind`, `@createdAt`, `@value.color`, `@emotion.valence`). Logic is two-valued: a
 * comparison with a missing field or another type is false, and `$not` is exactly the rest.
 */
export type Filter =
  | {
      /** All of them hold; true for an empty list. */
      readonly $and: readonly Filter[];
    }
  | {
      /** At least one of them holds; false for an empty list. */
      readonly $or: readonly Filter[];
    }
  | {
      /** It does not hold. */
      readonly $not: Filter;
    }
  | FieldFilter;

/** Operator of a condition. The others of a `Filter` (`$ne`, `$nin`) are negations of these. */
export type PredicateOperator = "eq" | "gt" | "gte" | "lt" | "lte" | "in" | "contains" | "exists";

/** A member of records, by how it compares. */
export interface FieldOf<Type extends string, Name extends string> {
  /** Tells fields apart. */
  readonly type: Type;
  /** Member of the record, or of its `emotion`. */
  readonly name: Name;
}

/** A record field that compares as text, by code point. */
export type TextField = FieldOf<
  "text",
  "id" | "key" | "kind" | "content" | "thread" | "speaker" | "form" | "origin"
>;

/** A record field that compares as a number. */
export type NumberField = FieldOf<
  "number",
  "trust" | "importance" | "version" | "valence" | "arousal"
>;

/** A record field that is true or false. */
export type BooleanField = FieldOf<"boolean", "pinned">;

/** A record field that is an instant; it compares as milliseconds since 1970. */
export type InstantField = FieldOf<
  "instant",
  "createdAt" | "updatedAt" | "occurredAt" | "validFrom" | "validTo" | "expiresAt" | "archivedAt"
>;

/** A member inside the JSON of a record. */
export interface JsonField {
  /** Tells fields apart. */
  readonly type: "json";
  /** Start of the path. */
  readonly root: "metadata" | "value";
  /** Names of letters, marks, digits, `_`, `-`, outermost first; empty: the root. Not in lists. */
  readonly path: readonly string[];
}

/** A field that every record may have. */
export type RecordField = TextField | NumberField | BooleanField | InstantField;

/** Field of a condition. */
export type PredicateField = RecordField | JsonField;

/** One condition. */
export interface Condition {
  /** Tells predicates apart. */
  readonly type: "condition";
  /** Field to compare. */
  readonly field: PredicateField;
  /** Comparison. */
  readonly operator: PredicateOperator;
  /** The list for `in`, `[true]` for `exists`, otherwise exactly one. Numbers are finite. */
  readonly operands: readonly JsonPrimitive[];
}

/** Several predicates joined. An empty `and` is true, an empty `or` is false. */
export interface Junction {
  /** Tells predicates apart. */
  readonly type: "and" | "or";
  /** Predicates to join. */
  readonly clauses: readonly Predicate[];
}

/** Exactly the rest. */
export interface Negation {
  /** Tells predicates apart. */
  readonly type: "not";
  /** Predicate to negate. */
  readonly clause: Predicate;
}

/** A validated `Filter` in a closed form that stores translate. */
export type Predicate = Condition | Junction | Negation;
