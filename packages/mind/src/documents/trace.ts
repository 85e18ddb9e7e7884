import type { CallOptions, Memory, MemoryRecord, Revision } from "@kioku/core";

import type { Explanation } from "../api/documents.js";
import type { Mind } from "../api/mind.js";
import { proveRecalled } from "./prove-recalled.js";

const MOST_SOURCES = 50;
const PAGE = 100;

/** Where a memory came from, and what became of it. */
export interface MemoryTrace {
  /** The memory, as far as its turns still say it; absent for a fact that none says any more. */
  readonly memory?: MemoryRecord;
  /** Why it stands in a document, if it does. */
  readonly explanation?: Explanation;
  /** Memories that it was derived from, at most 50; those that are gone are missing. */
  readonly sources: readonly MemoryRecord[];
  /** Its versions, the oldest first. */
  readonly versions: readonly Revision[];
}

/** Options of `traceMemory`. */
export interface TraceOptions extends CallOptions {
  /** Most versions, the newest ones. @defaultValue all */
  readonly versions?: number | undefined;
}

/** Returns where a memory of this scope came from, and what became of it. */
export async function traceMemory(
  mind: Mind,
  memory: MemoryRecord,
  { versions: most = memory.version, signal }: TraceOptions = {},
): Promise<MemoryTrace> {
  const after = Math.max(0, memory.version - most);
  const [[proven], explanation, sources, versions] = await Promise.all([
    proveRecalled(mind, [memory], { signal }),
    mind.why(memory.id, { signal }),
    readSources(mind, memory, { signal }),
    readHistory(mind, memory.id, { after, signal }),
  ]);
  return {
    ...(proven === undefined ? {} : { memory: proven }),
    ...(explanation === undefined ? {} : { explanation }),
    sources,
    versions,
  };
}

/** Returns the memories that one was derived from, at most 50; those that are gone are missing. */
export async function readSources(
  memory: Memory,
  { sources }: MemoryRecord,
  options: CallOptions = {},
): Promise<readonly MemoryRecord[]> {
  if (sources.length === 0) return [];
  const filter = { "@id": { $in: sources.slice(0, MOST_SOURCES) } };
  const query = { filter, includeArchived: true, includeRetired: true };
  return (await memory.list(query, options)).items;
}

/** Returns all versions of a memory, or those after one, the oldest first, page by page. */
export async function readHistory(
  memory: Memory,
  id: string,
  { after = 0, signal }: CallOptions & { readonly after?: number | undefined } = {},
): Promise<readonly Revision[]> {
  const versions: Revision[] = [];
  for (;;) {
    const last = versions.at(-1)?.version ?? after;
    const page = await memory.history(id, { after: last, limit: PAGE, signal });
    if (page.length === 0) return versions;
    versions.push(...page);
  }
}
