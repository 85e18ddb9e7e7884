import type { AsOf } from "../model/as-of.js";
import type { CallOptions } from "../model/call-options.js";
import type { Filter } from "../model/filter.js";
import type { Reach } from "../model/scope.js";

/** Options of `get` and `read`. */
export interface ReadOptions extends CallOptions {
  /**
   * Moment to read at, as known then or as true then.
   * @defaultValue now; `read` then looks at no validity
   */
  readonly asOf?: AsOf | undefined;
}

/** Options of `history`. */
export interface HistoryReadOptions extends CallOptions {
  /** Only versions after this one, such as the last one of the page before. @defaultValue 0 */
  readonly after?: number | undefined;
  /**
   * At most so many versions, 1 to 1,000. A page has fewer, but at least one, where their texts are
   * longer than 1 Mi characters: after the last page comes an empty one. @defaultValue all of them
   */
  readonly limit?: number | undefined;
}

/** Query of `list`. */
export interface ListQuery {
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly filter?: Filter | undefined;
  /** By `key`, only records that have one are listed. @defaultValue `"createdAt"` */
  readonly orderBy?: "createdAt" | "updatedAt" | "key" | undefined;
  /** @defaultValue `"asc"` */
  readonly order?: "asc" | "desc" | undefined;
  /**
   * 1 to 1,000. A page has fewer, and a `cursor`, where the texts of its records are longer than 4
   * Mi characters.
   * @defaultValue 100
   */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
  /**
   * Moment to read at, as known then or as true then.
   * @defaultValue now, on both axes
   */
  readonly asOf?: AsOf | undefined;
  /**
   * List also what was superseded or is not true yet; not together with `asOf.validAt`.
   * @defaultValue `false`
   */
  readonly includeRetired?: boolean | undefined;
  /** @defaultValue `false` */
  readonly includeArchived?: boolean | undefined;
}

/** Which page of scopes. */
export interface ScopesQuery {
  /** 1 to 1,000. @defaultValue 100 */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
}
