import { MemoryError, type Filter, type Memory, type WriteOptions } from "@kioku/core";
import { checkMembers, invalidInput } from "@kioku/core/toolkit";

import { toKey } from "./write-documents.js";

/** Deletes documents by id; missing ones are no error. */
export interface DeleteDocumentsByIds extends WriteOptions {
  /** Ids; up to 1,000 are deleted all or none, more by the thousand. */
  readonly ids: readonly string[];
}

/** Deletes documents by a filter. */
export interface DeleteDocumentsByFilter extends WriteOptions {
  /** Condition. One that matches every document, such as `{}`, is refused: see `deleteAll`. */
  readonly filter: Filter;
}

/** Deletes all documents of the store. */
export interface DeleteAllDocuments extends WriteOptions {
  /** Must be set. */
  readonly deleteAll: true;
}

/** Argument of `delete`: exactly one of `ids`, `filter` and `deleteAll`. */
export type MemoryVectorStoreDeletion =
  | DeleteDocumentsByIds
  | DeleteDocumentsByFilter
  | DeleteAllDocuments;

const TARGETS = ["ids", "filter", "deleteAll"] as const;
/** Most values in one comparison of a filter. */
const IDS_AT_ONCE = 1_000;

/**
 * Forgets documents of one kind in the memory's own scope.
 * @throws `invalid-input` unless exactly one target is given, and for a filter that matches
 *   everything.
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

/** Refuses a filter left empty by mistake, which would delete everything. */
function checkNarrowing(filter: Filter): Filter {
  if (constantOf(filter) !== true) return filter;
  throw invalidInput("deletion.filter", "one with a condition; deleteAll: true deletes everything");
}

/** Returns the result of a filter if it is the same for every record. */
function constantOf(filter: unknown): boolean | undefined {
  if (typeof filter !== "object" || filter === null) return undefined;
  // Core ignores undefined members, too.
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

/** Selects by key, and records without a key by their id. */
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
