import { readFile, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

import { hashText } from "@kioku/core/toolkit";
import type { Mem0Owner, ForeignMemory } from "@kioku/formats";
import {
  chatGptMemories,
  chatMemories,
  claudeMemories,
  langGraphMemories,
  mastraMemories,
  mcpMemories,
  mem0Memories,
  pamMemories,
  shareGptMemories,
  uiMessageMemories,
} from "@kioku/formats";

import type { Format } from "../../table/move-commands.js";
import { unfitFile } from "./read-text.js";
import type { Source } from "./source.js";

/** Formats whose readers take JSON. */
export type JsonImport = Exclude<Format, "kioku" | "markdown" | "text" | "lines">;

/** A JSON document to read. */
export interface ForeignDocument {
  readonly source: Source;
  readonly json: unknown;
  /** Ids of mem0 that become scopes. */
  readonly scopeBy: readonly string[];
}

type Memories = Iterable<ForeignMemory> | AsyncIterable<ForeignMemory>;

/** Readers by format. */
export const READERS: Readonly<Record<JsonImport, (document: ForeignDocument) => Memories>> = {
  chatgpt: ({ json }) => chatGptMemories(json),
  claude: ({ json }) => claudeMemories(json),
  sharegpt: ({ json }) => shareGptMemories(json),
  "ui-messages": (document) => uiMessageMemories(document.json, { thread: threadOf(document) }),
  chat: (document) => chatMemories(document.json, { thread: threadOf(document) }),
  mem0: ({ json, scopeBy }) => mem0Memories(json, { scopeBy: scopeBy as readonly Mem0Owner[] }),
  langgraph: ({ json }) => langGraphMemories(json),
  mastra: ({ json }) => mastraMemories(json),
  mcp: ({ json }) =>
    mcpMemories(Array.isArray(json) ? linesOf(json) : (json as Parameters<typeof mcpMemories>[0])),
  pam: readPam,
};

function linesOf(values: readonly unknown[]): readonly string[] {
  return values.map((value) => `${JSON.stringify(value)}\n`);
}

/** Names the thread of a chat, the same when the chat has grown. */
function threadOf({ source, json }: ForeignDocument): string {
  if (source.file !== undefined && source.file.length <= 512) return source.file;
  const list: unknown = Array.isArray(json) ? json[0] : json;
  return `chat:${hashText(source.file ?? JSON.stringify(list))}`;
}

/** Reads a PAM document with the conversations that it names. */
async function* readPam({ source, json }: ForeignDocument): AsyncGenerator<ForeignMemory> {
  const { conversations_index: index } = json as { readonly conversations_index?: unknown };
  const conversations: unknown[] = [];
  for (const entry of Array.isArray(index) ? (index as readonly unknown[]) : []) {
    const { storage } = Object(entry) as { readonly storage?: { readonly ref?: unknown } | null };
    const ref = storage?.ref;
    if (typeof ref === "string") conversations.push(await readPart(source, ref));
  }
  yield* pamMemories(json, { conversations });
}

/** Reads a file beside a document; a name that leads elsewhere is refused. */
async function readPart({ name, from }: Source, ref: string): Promise<unknown> {
  if (typeof from !== "string") throw unfitFile(`${name} needs its files of conversations`);
  const folder = await realpath(dirname(from));
  try {
    const path = await realpath(join(folder, ref));
    if (!path.startsWith(folder + sep)) throw new Error("it leads elsewhere");
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch (error) {
    const why = error instanceof Error && !(error instanceof SyntaxError) ? "" : ": no JSON";
    throw unfitFile(`${name} names a conversation that cannot be read, ${ref}${why}`);
  }
}
