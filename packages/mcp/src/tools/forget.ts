import type { RecalledMemory } from "@kioku/core";
import { derivableTrust, hashText, type PromptNote, writeNotes } from "@kioku/core/toolkit";
import {
  defineTool,
  describeMemory,
  type MemoryToolCall,
  protectedBy,
  type ToolAnswer,
} from "@kioku/tools";

import type { McpTool } from "../server/mcp-tool.js";
import { memoryTool } from "./memory-tool.js";
import {
  answerSchema,
  ID,
  MEMORIES,
  shorten,
  structuredMemories,
  structuredWords,
  TEXT,
} from "./structured.js";

/** Most memories that one call forgets. */
const MAX_FORGOTTEN = 20;
/** Characters of a memory in the list of what would go. */
const MAX_SHOWN = 300;
const CODE_LENGTH = 12;

interface ForgetArguments {
  readonly id?: string;
  readonly query?: string;
  readonly confirm?: string;
}

/** Answer of `forget`. */
interface ForgetAnswer extends ToolAnswer {
  /** Code that confirms what the answer lists. */
  readonly confirm?: string;
}

/** Memories that a query finds. */
interface Found {
  readonly free: readonly RecalledMemory[];
  /** Answers of the protected ones. */
  readonly refusals: readonly ToolAnswer[];
}

/** Defines `forget`: one memory by id, or, once they were listed, those that a query finds. */
export function forgetTool(): McpTool {
  const byId = memoryTool("forget");
  return {
    definition: defineTool<ForgetArguments, ForgetAnswer>({
      name: "forget",
      description: [
        "Forgets memories, only if the user asks for it or they are wrong.",
        "By id: this one. By query: lists what would go, with a code; once the user agrees, call again with the same query and the code.",
      ],
      properties: {
        id: ID,
        query: TEXT,
        confirm: { type: "string", description: "The code of the list.", maxLength: 64 },
      },
      required: [],
      showsMemories: true,
      run: async ({ id, query, confirm }, call) => {
        if (id !== undefined && query === undefined && confirm === undefined) {
          return { ...(await byId.run({ id }, call)), memories: [] };
        }
        if (query === undefined || id !== undefined) {
          return inWords("invalid", "Nothing was forgotten: give either an id or a query.");
        }
        const found = await find(query, call);
        const [refusal] = found.refusals;
        if (found.free.length === 0) {
          const nothing = inWords("nothing", "Nothing was forgotten: no memory matches this.");
          return refusal ? { ...refusal, memories: [] } : nothing;
        }
        if (confirm === undefined) return listOf(found, "would-forget");
        return confirm.trim() === codeOf(found.free)
          ? forgetListed(found.free, call)
          : listOf(found, "conflict");
      },
    }),
    title: "Forget memories",
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    output: answerSchema({ id: TEXT, confirm: TEXT, memories: MEMORIES }),
    toStructured: (answer: ForgetAnswer) => {
      const { status, confirm, memories = [] } = answer;
      if (confirm === undefined) return structuredWords(answer);
      return { status, confirm, memories: structuredMemories(memories) };
    },
  };
}

/** Finds what `recall` shows of a query. */
async function find(query: string, { memory, signal }: MemoryToolCall): Promise<Found> {
  const found = await memory.recall({ query, limit: MAX_FORGOTTEN }, { signal });
  return {
    free: found.filter((record) => protectedBy(record) === undefined),
    refusals: found.flatMap((record) => protectedBy(record) ?? []),
  };
}

/** Returns the code of memories in these versions: equal in all processes. */
function codeOf(found: readonly RecalledMemory[]): string {
  const versions = found.map(({ id, version }) => `${id} ${version}`);
  return hashText("kioku-mcp-forget", ...versions.toSorted()).slice(0, CODE_LENGTH);
}

/** Lists what the code of the answer would forget. */
function listOf({ free, refusals }: Found, status: "would-forget" | "conflict"): ForgetAnswer {
  const confirm = codeOf(free);
  const isStale = status === "conflict";
  const what = free.length === 1 ? "this memory" : `these ${free.length} memories`;
  const text = [
    isStale ? "This is not the code of what matches now." : "",
    `Nothing was forgotten yet. The query matches ${what}:`,
    writeNotes(free.map(noteOf)),
    refusals.length > 0 ? `${refusals.length} more are protected and stay.` : "",
    `To forget exactly ${what}, ask the user, then call forget with the same query and confirm "${confirm}".`,
  ];
  return {
    status,
    text: text.filter((line) => line !== "").join("\n"),
    confirm,
    trust: Math.min(...free.map(derivableTrust)),
    memories: free.map((memory, index) => ({
      content: memory.content,
      ...describeMemory(memory, `m${index + 1}`),
    })),
  };
}

function noteOf(source: RecalledMemory): PromptNote {
  const { id, kind, content, createdAt, occurredAt: at = createdAt } = source;
  const isShortened = content.length > MAX_SHOWN;
  return { text: `[${id}] ${shorten(content, MAX_SHOWN)}`, kind, at, source, isShortened };
}

/** Forgets memories in the versions that were listed. */
async function forgetListed(
  found: readonly RecalledMemory[],
  { memory, signal, actor }: MemoryToolCall,
): Promise<ForgetAnswer> {
  const filter = { $or: found.map(({ id, version }) => ({ "@id": id, "@version": version })) };
  const count = await memory.forget({ filter }, { signal, actor });
  const rest = found.length - count;
  const again = "Call forget with the query again to see whether more match.";
  if (rest === 0) return inWords("forgotten", `Forgotten: ${count} of ${count}. ${again}`);
  const changed = `${rest} of ${found.length} were changed or forgotten by somebody else. ${again}`;
  return inWords(count === 0 ? "conflict" : "forgotten", changed);
}

function inWords(status: string, text: string): ForgetAnswer {
  return { status, text, memories: [] };
}
