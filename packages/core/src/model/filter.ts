import type { JsonPrimitive } from "./json.js";

/** Conditions on one field; all of them must hold, so `{ $gte: 1, $lt: 5 }` keeps both bounds. */
export interface Comparison {
  /** Equal, with the same JSON type. `null` also matches a missing field. */
  readonly $eq?: JsonPrimitive | Date;
  /** Not equal; a missing field is not equal to anything but `null`. */
  readonly $ne?: JsonPrimitive | Date;
  /**
   * Greater; numbers compare with numbers, strings with strings by code point, dates with dates.
   */
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
 * Which records: plain names are metadata paths (`topic`, `source.url`), names that start with `@`
 * are record fields (`@kind`, `@createdAt`, `@value.color`, `@emotion.valence`). Every store gives
 * the same answer: logic is two-valued, a comparison with a missing field or another type is false,
 * and `$not` is exactly the rest.
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
