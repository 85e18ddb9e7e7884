import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";
import { type Mind, proveRecalled } from "@kioku/mind";
import {
  type McpServer,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";

import type { Guard } from "../server/guard.js";
import { shownMemories } from "../server/shown-memories.js";
import { shownOf } from "../tools/shown.js";
import { writeProfile } from "./profile.js";
import { markedRecord, toSafeJson } from "./safe-json.js";
import { readStats } from "./stats.js";
import { MEMORY_URI, memoryUri, URIS } from "./uris.js";

/** Memories of `kioku://recent`, and ids that are offered as completions. */
const RECENT = 20;
const COMPLETIONS = 100;
const MAX_TITLE = 60;
const JSON_TYPE = "application/json";

/** Parts that all resources of a server share. */
export interface ResourceContext {
  readonly guard: Guard;
  /** The memory of the host; a root has vector spaces. */
  readonly given: Memory;
}

function configOf(title: string, description: string, mimeType: string): ResourceMetadata {
  return { title, description, mimeType, annotations: { audience: ["user", "assistant"] } };
}

/** Registers what clients may attach to a conversation. */
export function registerResources(
  server: McpServer,
  mind: Mind,
  { guard, given }: ResourceContext,
): void {
  server.registerResource(
    "profile",
    URIS.profile,
    configOf("Profile", "Portraits and self concept, with their sources", "text/markdown"),
    async ({ href }, { mcpReq: { signal } }) =>
      guard(href, signal, async () => {
        const { text, doubted } = await writeProfile(mind, { signal });
        for (const one of doubted) shownMemories(mind).add({ status: "found", text: one });
        return contentOf(href, "text/markdown", text);
      }),
  );
  server.registerResource(
    "recent",
    URIS.recent,
    configOf("Recent memories", `The last ${RECENT} memories`, JSON_TYPE),
    async ({ href }, { mcpReq: { signal } }) =>
      guard(href, signal, async () => {
        const memories = await readRecent(mind, { signal });
        return recordsContent(mind, href, { memories });
      }),
  );
  server.registerResource(
    "stats",
    URIS.stats,
    configOf("Statistics", "Counts of memories, scopes and facts", JSON_TYPE),
    async ({ href }, { mcpReq: { signal } }) =>
      guard(href, signal, async () => {
        const stats = await readStats(mind, given, { signal });
        return contentOf(href, JSON_TYPE, toSafeJson(stats));
      }),
  );
  server.registerResource(
    "memory",
    new ResourceTemplate(MEMORY_URI, {
      list: async ({ mcpReq: { signal } }) =>
        guard(MEMORY_URI, signal, async () => {
          return { resources: (await readRecent(mind, { signal })).map(linkOf) };
        }),
      complete: {
        id: async (start) => {
          const { signal } = new AbortController();
          return guard(MEMORY_URI, signal, async () => completeId(mind, start));
        },
      },
    }),
    configOf("Memory", "A memory with all that is known of it", JSON_TYPE),
    async ({ href }, { id }, { mcpReq: { signal } }) =>
      guard(href, signal, async () => {
        const memory = await readMemory(mind, decoded(String(id)), { signal });
        if (!memory) throw new ResourceNotFoundError(href);
        return recordsContent(mind, href, { memory });
      }),
  );
}

/** Returns records as JSON, and notes that they were shown. */
function recordsContent(
  mind: Mind,
  uri: string,
  {
    memories,
    memory,
  }: { readonly memories?: readonly MemoryRecord[]; readonly memory?: MemoryRecord },
): ReadResourceResult {
  const records = memories ?? (memory ? [memory] : []);
  const value = memory ? markedRecord(memory) : { memories: records.map(markedRecord) };
  const text = toSafeJson(value);
  shownMemories(mind).add({ status: "found", text, ...shownOf(records) });
  return contentOf(uri, JSON_TYPE, text);
}

function contentOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

/** Returns the newest memories, without what their turns do not say any more. */
async function readRecent(mind: Mind, options: CallOptions): Promise<readonly MemoryRecord[]> {
  const { items } = await mind.list({ order: "desc", limit: RECENT }, options);
  return proveRecalled(mind, items, options);
}

async function readMemory(
  mind: Mind,
  id: string,
  options: CallOptions,
): Promise<MemoryRecord | undefined> {
  const query = { filter: { "@id": id }, includeArchived: true, includeRetired: true, limit: 1 };
  const { items } = await mind.list(query, options);
  return (await proveRecalled(mind, items, options))[0];
}

/** Returns a part of an address in plain text; one that cannot be read as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns a memory in a list. Its text is no title of it: a client may show titles as its own. */
function linkOf({ id, kind, createdAt }: MemoryRecord): {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
} {
  const name = `${kind.slice(0, MAX_TITLE)} of ${createdAt.toISOString().slice(0, 16)}Z`;
  return { uri: memoryUri(id), name, mimeType: JSON_TYPE };
}

/** Returns ids that begin so, the newest first. */
async function completeId(mind: Mind, start: string): Promise<string[]> {
  const filter = { "@id": { $gte: start, $lt: `${start}\u{10FFFF}` } };
  const query = { filter, order: "desc", limit: COMPLETIONS } as const;
  return (await mind.list(query)).items.map(({ id }) => id);
}
