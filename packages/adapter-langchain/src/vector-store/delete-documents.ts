import { MemoryError } from "@kioku/core";
import type { Filter, Memory, WriteOptions } from "@kioku/core";
import { checkMembers, invalidInput } from "@kioku/core/toolkit";

import { toKey } from "./document-inputs.js";

/** Documents to delete, by their ids; ids that are not there are no error. */
export interface DeleteDocumentsByIds extends WriteOptions {
  /** Up to 1,000 are deleted all or none; more go by the thousand. */
  readonly ids: readonly string[];
}

/** Documents to delete, by what holds of them. */
export interface DeleteDocumentsByFilter extends WriteOptions {
  /**
   * What must hold. One that holds of every document, such as `{}`, is refused: that is
   * `deleteAll`.
   */
  readonly filter: Filter;
}

/** All documents of the store. */
export interface DeleteAllDocuments extends WriteOptions {
  /** Has to be said. */
  readonly deleteAll: true;
}

/** What `delete` takes: exactly one of `ids`, `filter` and `deleteAll`. */
export type MemoryVectorStoreDeletion =
  | DeleteDocumentsByIds
  | DeleteDocumentsByFilter
  | DeleteAllDocuments;

const TARGETS = ["ids", "filter", "deleteAll"] as const;
/** Most values that a filter compares one field with. */
const IDS_AT_ONCE = 1_000;

/**
 * Forgets documents of one kind in the memory's own scope.
 * @throws `invalid-input` unless exactly one target is named, and for a filter that holds of
 *   everything; `rejected-by-plugin`.
 */
export async function deleteDocuments(
  memory: Memory,
  kind: string,
  deletion: MemoryVectorStoreDeletion,
): Promise<void> {
  const { filters, options } = readDeletion(deletion);
  for (const filter of filters) {
    await memory.forget({ filter: { $and: [{ "@kind": kind }, filter] } }, options);
  }
}

function readDeletion(deletion: MemoryVectorStoreDeletion): {
  readonly filters: readonly Filter[];
  readonly options: WriteOptions;
} {
  checkMembers(deletion, "deletion", [...TARGETS, "signal", "actor", "cause"]);
  const { ids, filter, deleteAll, ...options } = deletion as WriteOptions & {
    readonly ids?: unknown;
    readonly filter?: Filter;
    readonly deleteAll?: unknown;
  };
  const named = [ids, filter, deleteAll].filter((target) => target !== undefined);
  if (named.length !== 1) {
    const message = `deletion takes exactly one of ${TARGETS.join(", ")}, got ${named.length}`;
    throw new MemoryError("invalid-input", message);
  }
  if (ids !== undefined) return { filters: idFilters(ids), options };
  if (filter !== undefined) return { filters: [checkNarrowing(filter)], options };
  if (deleteAll !== true) throw invalidInput("deletion.deleteAll", "true", deleteAll);
  return { filters: [{}], options };
}

/** A filter left empty by mistake must not delete everything. */
function checkNarrowing(filter: Filter): Filter {
  if (constantOf(filter) !== true) return filter;
  throw invalidInput("deletion.filter", "one with a condition; deleteAll: true deletes everything");
}

/**
 * What a filter says of every record alike; `undefined` if that depends on the record, or if it is
 * no filter.
 */
function constantOf(filter: unknown): boolean | undefined {
  if (typeof filter !== "object" || filter === null) return undefined;
  // Core leaves out members that are undefined, too.
  const members = Object.entries(filter).filter(([, value]) => value !== undefined);
  return allOf(
    members.map(([name, value]: [string, unknown]) => {
      if (name === "$not") return negated(constantOf(value));
      if (!Array.isArray(value)) return undefined;
      const clauses = Array.from(value, constantOf);
      if (name === "$and") return allOf(clauses);
      return name === "$or" ? negated(allOf(clauses.map(negated))) : undefined;
    }),
  );
}

function allOf(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function negated(part: boolean | undefined): boolean | undefined {
  return part === undefined ? undefined : !part;
}

/** Documents by key; those that others wrote without a key, by the id of the record. */
function idFilters(ids: unknown): readonly Filter[] {
  if (!Array.isArray(ids)) throw invalidInput("deletion.ids", "a list of ids", ids);
  const keys = Array.from(ids, (id, index) => toKey(id, `deletion.ids[${index}]`));
  const filters: Filter[] = [];
  for (let start = 0; start < keys.length; start += IDS_AT_ONCE) {
    const some = { $in: keys.slice(start, start + IDS_AT_ONCE) };
    filters.push({ $or: [{ "@key": some }, { "@key": { $exists: false }, "@id": some }] });
  }
  return filters;
}
