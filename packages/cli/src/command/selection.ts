import type { FieldFilter, Filter, JsonPrimitive, Memory, RecordsQuery } from "@kioku/core";

import { usageError } from "./cli-error.js";

const CONDITION = /^(?<name>[^=<>!]+)(?<operator>!=|>=|<=|=|>|<)(?<value>.*)$/su;
const OPERATORS = { "=": "$eq", "!=": "$ne", ">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte" };

/** Kinds of records in which a mind keeps its state: no memories for people. */
export const STATE_KINDS = ["mind-refusal", "mind-run", "mind-state"] as const;

/** Selects memories without the state of a mind. */
export const MEMORIES: Filter = { "@kind": { $nin: STATE_KINDS } };

interface SelectionFlags {
  /** Conditions such as `topic=food`, of which all have to hold. */
  readonly filter?: readonly string[];
  readonly from?: Date | undefined;
  /** The first instant after it. */
  readonly to?: Date | undefined;
}

/** Returns what a command that shows memories asks for; without kinds, all but a mind's notes. */
export function selectionOfFlags({
  below,
  kind = [],
  ...flags
}: SelectionFlags & { readonly below: boolean; readonly kind?: readonly string[] }): RecordsQuery {
  const reach = below ? "below" : "here";
  const filter = filterOfFlags(flags);
  if (kind.length > 0) return { reach, kinds: kind, filter };
  return { reach, filter: filter === undefined ? MEMORIES : { $and: [MEMORIES, filter] } };
}

/**
 * Returns the filter of `--filter name=value` (also `!= > >= < <=`), `--from` and `--to`;
 * `undefined` if there is none. Numbers, `true`, `false` and `null` are JSON, others texts.
 */
export function filterOfFlags({ filter = [], from, to }: SelectionFlags): Filter | undefined {
  const clauses = [...filter.map(conditionOf), ...timesOf(from, to)];
  return clauses.length === 0 ? undefined : { $and: clauses };
}

/** Returns the value that a text stands for: a number, true, false, null, or else itself. */
export function valueOf(text: string): JsonPrimitive {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  // Codes such as 007 stay what they are.
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u.test(text) ? Number(text) : text;
}

function conditionOf(condition: string): FieldFilter {
  const { name = "", operator, value = "" } = CONDITION.exec(condition)?.groups ?? {};
  const known = OPERATORS[operator as keyof typeof OPERATORS];
  if (known === undefined || name.trim() === "") {
    throw usageError(
      `--filter must be name=value, got "${condition}"`,
      "such as topic=food, @origin=user or @importance>=0.8",
    );
  }
  return { [name.trim()]: { [known]: operandOf(name.trim(), value.trim()) } };
}

/** Reads instants for the fields of records that are some. */
function operandOf(name: string, value: string): JsonPrimitive | Date {
  if (!/^@\w+(?:At|From|To)$/u.test(name)) return valueOf(value);
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw usageError(`--filter ${name} takes a date, got "${value}"`);
  return at;
}

/** Returns the filter of when something happened or, if that is not known, was written. */
function timesOf(from: Date | undefined, to: Date | undefined): readonly Filter[] {
  const range = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(to === undefined ? {} : { $lt: to }),
  };
  if (from === undefined && to === undefined) return [];
  const isUnknown = { "@occurredAt": { $exists: false } };
  return [{ $or: [{ "@occurredAt": range }, { $and: [isUnknown, { "@createdAt": range }] }] }];
}

/** Returns true if scopes below that of a view hold memories. */
export async function hasBelow(memory: Memory, signal: AbortSignal): Promise<boolean> {
  const { items } = await memory.scopes({ limit: 2 }, { signal });
  return items.some(({ length }) => length > memory.scopePath.length);
}
