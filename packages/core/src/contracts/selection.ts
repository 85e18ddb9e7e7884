import type { Predicate } from "../model/predicate.js";
import type { Reach, Scope } from "../model/scope.js";

/**
 * Which records an operation may touch. Every store must apply all of it inside the query, never
 * after a limit.
 */
export interface Selection {
  /** One scope, or several for layered reads. Empty: nothing matches. */
  readonly within: readonly Scope[];
  /** `below` includes the scopes below those of `within`. */
  readonly reach: Reach;
  /** Only records of these kinds. Empty: nothing matches. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly where?: Predicate | undefined;
  /** Records with `expiresAt` at or before this do not exist. Absent: expired ones are included. */
  readonly now?: Date | undefined;
  /**
   * Only what is true at this instant: `validFrom` at or before it, `validTo` after it. Absent:
   * whatever was ever true.
   */
  readonly validAt?: Date | undefined;
  /** True to include archived records. Default false. */
  readonly includeArchived?: boolean | undefined;
}

/** Sort key of a listing. By `key`, only records that have one are listed. */
export type ListOrder = "createdAt" | "updatedAt" | "key";

/**
 * One page of records in a stable order. Ties are broken by `scopeToPath` and `id`; text is ordered
 * as by `compareText`; `desc` is exactly the reverse of `asc`. A page ends before `limit` with the
 * record that makes its texts longer than `PAGE_LENGTH`; the page after that may be empty.
 */
export interface ListRequest extends Selection {
  /** Sort key. */
  readonly orderBy: ListOrder;
  /** Which way. */
  readonly order: "asc" | "desc";
  /** 1 to 1,000. */
  readonly limit: number;
  /** From the page before; of another order it fails with `invalid-input`. */
  readonly cursor?: string | undefined;
  /**
   * Only searchable records without a vector in this space: what a reindex still has to do. Of a
   * space that nobody has written, such as the blank one: all that are searchable.
   */
  readonly missingVectorIn?: string | undefined;
}
