import type { Predicate, Selection, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { scopeChunks, scopesInRange } from "../read/selected-scopes.js";
import { predicateSql } from "../sql/predicate-sql.js";
import { sqlText, type SqlFragment, type SqlValue } from "../sql/sql-text.js";
import type { StoreContext } from "../sql/store-context.js";
import { grownLength, resized } from "./columns.js";
import type { RecordTable } from "./record-table.js";

/** The ordinals of an index that a selection contains. */
export interface SelectedOrdinals {
  /** Absent: all live ordinals. */
  readonly allows: ((ordinal: number) => boolean) | undefined;
  /** A bit per candidate ordinal; absent: all. */
  readonly mask: Uint32Array | undefined;
}

/** The part of a resident index that selections need. */
interface FilteredIndex {
  readonly range: ScopeRange;
  readonly table: RecordTable;
  readonly filters: FilterCache;
}

/** Determines which ordinals a selection contains. Results of conditions are cached. */
export async function selectedOrdinals(
  context: StoreContext,
  resident: FilteredIndex,
  { kinds, where, ...seen }: Selection,
): Promise<SelectedOrdinals> {
  const { table } = resident;
  const meeting = where && (await matchingOrdinals(context, resident, where));
  const checks = [
    meeting && ((ordinal: number) => meeting.has(ordinal)),
    kinds && table.ofKinds(kinds),
    table.visible(seen),
  ].filter((check) => check !== undefined);
  const [first, ...others] = checks;
  const allows =
    others.length === 0 ? first : (ordinal: number) => checks.every((check) => check(ordinal));
  return { allows, mask: meeting?.words };
}

async function matchingOrdinals(
  context: StoreContext,
  resident: FilteredIndex,
  where: Predicate,
): Promise<OrdinalBitmap> {
  const compiled = sql`(${predicateSql(where)})`.compile(context.queries);
  const condition = { sql: compiled.sql, parameters: compiled.parameters as readonly SqlValue[] };
  const known = resident.filters.get(condition);
  if (known) return known;
  const ordinals = await readOrdinals(context, resident, condition);
  resident.filters.keep(condition, ordinals);
  return ordinals;
}

async function readOrdinals(
  { connection, pause }: StoreContext,
  { range, table }: FilteredIndex,
  condition: SqlFragment,
): Promise<OrdinalBitmap> {
  const ordinals = new OrdinalBitmap(table.size);
  const scopes = scopesInRange(connection, range);
  for (const { scopes: ids, from, to } of scopeChunks(connection, scopes)) {
    const pausing = pause();
    if (pausing) await pausing;
    const query = sqlText`select r.row
      from records as r indexed by records_by_scope
      where r.scope in (select value from json_each(${JSON.stringify(ids)}))
        and r.row > ${from} and r.row <= ${to} and ${condition}`;
    for (const { row } of connection.dynamic<{ readonly row: number }>(query)) {
      const ordinal = table.ordinalOf(row);
      if (ordinal !== -1) ordinals.set(ordinal, true);
    }
  }
  return ordinals;
}

const MAX_FILTERS = 32;

/** A condition on `records as r` and the records that meet it. */
interface CachedFilter {
  readonly condition: SqlFragment;
  readonly ordinals: OrdinalBitmap;
}

/** Results of recent conditions, kept up to date with writes. */
export class FilterCache {
  readonly #filters = new Map<string, CachedFilter>();

  get bytes(): number {
    let bytes = 0;
    for (const { ordinals } of this.#filters.values()) bytes += ordinals.bytes;
    return bytes;
  }

  get all(): Iterable<CachedFilter> {
    return this.#filters.values();
  }

  /** Returns and touches the result of a condition. */
  get(condition: SqlFragment): OrdinalBitmap | undefined {
    const key = keyOf(condition);
    const found = this.#filters.get(key);
    if (!found) return undefined;
    this.#filters.delete(key);
    this.#filters.set(key, found);
    return found.ordinals;
  }

  /** Adds a result; only the cache may change it from now on. */
  keep(condition: SqlFragment, ordinals: OrdinalBitmap): void {
    this.#filters.set(keyOf(condition), { condition, ordinals });
    const [oldest] = this.#filters.keys();
    if (this.#filters.size > MAX_FILTERS && oldest !== undefined) this.#filters.delete(oldest);
  }

  clear(): void {
    this.#filters.clear();
  }
}

function keyOf(condition: SqlFragment): string {
  return `${condition.sql}\n${JSON.stringify(condition.parameters)}`;
}

/** A set of ordinals, one bit each. */
export class OrdinalBitmap {
  #words: Uint32Array;
  #count = 0;

  /** @param ordinals - Initial capacity. */
  constructor(ordinals = 0) {
    this.#words = new Uint32Array(Math.ceil(ordinals / 32));
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  /** The bits, ordinal 0 lowest in the first word; valid until an ordinal is added. */
  get words(): Uint32Array {
    return this.#words;
  }

  has(ordinal: number): boolean {
    return (((this.#words[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
  }

  set(ordinal: number, isIn: boolean): void {
    if (this.has(ordinal) === isIn) return;
    const word = ordinal >>> 5;
    if (word >= this.#words.length) this.#words = resized(this.#words, grownLength(word + 1));
    this.#words[word] = (this.#words[word] ?? 0) ^ (1 << (ordinal & 31));
    this.#count += isIn ? 1 : -1;
  }
}
