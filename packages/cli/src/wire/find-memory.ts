import type {
  CallOptions,
  Filter,
  ListQuery,
  Memory,
  MemoryRecord,
  Reach,
  Scope,
} from "@kioku/core";

import { CliError, usageError } from "../command/cli-error.js";
import { MEMORIES } from "../command/selection.js";
import { shown } from "../output/shown.js";
import { readShortId, shortId } from "../show/short-id.js";
import { oneLine, oneName } from "../show/text-lines.js";

const LEAST_LENGTH = 4;
const CANDIDATES = 5;
/** Memories whose ids begin alike that are read to find an end: those of about a minute. */
const MOST_READ = 200_000;

/** Options of `findMemory`. */
export interface FindOptions extends CallOptions {
  /** `below`: in the scopes below if there is none here. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/**
 * Returns the memory that a person names: by its id, the beginning of it, its short form
 * `019ac1f2..3f9a12`, or by `=key`. Archived and superseded ones are found, too.
 *
 * @throws `CliError` with exit code 3 if there is none, and 2 if there are several.
 */
export async function findMemory(
  memory: Memory,
  name: string,
  options: FindOptions = {},
): Promise<MemoryRecord> {
  const here = await findAll(memory, name, { ...options, reach: "here" });
  const isBelow = here.length === 0 && options.reach === "below";
  const found = isBelow ? await findAll(memory, name, options) : here;
  const [record] = found;
  if (record === undefined) throw notFound(memory, name);
  if (found.length > 1) throw ambiguous(name, found);
  return record;
}

/** Returns the view of a scope at or below that of a view, such as that of a found memory. */
export function viewOf<V extends ScopedView<V>>(view: V, scope: Scope): V {
  const [first, ...rest] = scope.slice(view.scopePath.length);
  return first === undefined ? view : view.scope(first, ...rest);
}

/** A view that can be narrowed, such as a memory or a mind. */
interface ScopedView<V> {
  readonly scopePath: Scope;
  scope(...path: readonly [string, ...string[]]): V;
}

async function findAll(
  memory: Memory,
  name: string,
  options: FindOptions,
): Promise<readonly MemoryRecord[]> {
  return name.startsWith("=")
    ? list(memory, { filter: { "@key": name.slice(1) } }, options)
    : findById(memory, name, options);
}

async function findById(
  memory: Memory,
  name: string,
  options: FindOptions,
): Promise<readonly MemoryRecord[]> {
  const exact = await list(memory, { filter: { "@id": name } }, options);
  if (exact.length > 0) return exact;
  const short = readShortId(name);
  if (short !== undefined) return findByEnds(memory, short, options);
  if (name.length < LEAST_LENGTH) {
    throw usageError(`id "${shown(name)}" is too short`, "give at least 4 characters, or =key");
  }
  return list(memory, { filter: beginsWith(name) }, options);
}

/** Reads the memories whose ids begin alike, page by page, for those that end alike. */
async function findByEnds(
  memory: Memory,
  { start, end }: { readonly start: string; readonly end: string },
  options: FindOptions,
): Promise<readonly MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  let cursor: string | undefined;
  let read = 0;
  do {
    const query = { filter: beginsWith(start), limit: 1000, cursor };
    const page = await memory.list(everyState(query, options), { signal: options.signal });
    found.push(...page.items.filter(({ id }) => id.endsWith(end)));
    read += page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined && read < MOST_READ && found.length <= CANDIDATES);
  if (cursor === undefined || found.length > 1) return found;
  throw usageError(`id "${start}..${end}" begins too many memories`, "give the whole id");
}

async function list(
  memory: Memory,
  query: ListQuery,
  options: FindOptions,
): Promise<readonly MemoryRecord[]> {
  const limit = CANDIDATES + 1;
  return (await memory.list(everyState({ ...query, limit }, options), { signal: options.signal }))
    .items;
}

function everyState(query: ListQuery, { reach }: FindOptions): ListQuery {
  return { ...query, reach, includeArchived: true, includeRetired: true };
}

/** Returns the filter of a range of ids, which stores order by code point. */
function beginsWith(start: string): Filter {
  return { $and: [MEMORIES, { "@id": { $gte: start, $lt: `${start}\u{10FFFF}` } }] };
}

function notFound({ scopePath }: Memory, name: string): CliError {
  const where = scopePath.length === 0 ? "" : ` in the scope ${scopePath.join("/")}`;
  const what = name.startsWith("=")
    ? `no memory with the key "${name.slice(1)}"`
    : `no memory "${name}"`;
  return new CliError("not-found", `found ${shown(what)}${where}`, { hint: 'run "kioku list"' });
}

function ambiguous(name: string, found: readonly MemoryRecord[]): CliError {
  const shownOnes = found.slice(0, CANDIDATES).map(describe);
  const more = found.length > CANDIDATES ? ["and more"] : [];
  return usageError(
    `memory "${shown(name)}" is ambiguous`,
    `it may be ${[...shownOnes, ...more].join(", ")}`,
  );
}

function describe({ id, scope, content }: MemoryRecord): string {
  const where = scope.length === 0 ? "" : ` in ${oneName(scope.join("/"))}`;
  return `${shortId(id)}${where} "${oneLine(content, 40)}"`;
}
