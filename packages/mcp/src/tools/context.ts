import type { Memory } from "@kioku/core";
import { sessionContext } from "@kioku/mind";
import { defineTool, type ToolAnswer } from "@kioku/tools";

import type { McpTool } from "../server/mcp-tool.js";
import { shownOf } from "./shown.js";
import {
  answerSchema,
  MEMORIES,
  shorten,
  structuredMemories,
  structuredWords,
} from "./structured.js";

/** Most bytes of the text inside of JSON, and of the memories for programs. */
const MAX_BYTES = 2_000;
/** Most characters of a memory for programs. */
const MAX_CONTENT = 300;

/** Defines `context`, the beginning of a conversation. */
export function contextTool(): McpTool {
  return {
    definition: defineTool<object, ToolAnswer>({
      name: "context",
      description: [
        "Returns what to know before a conversation: who the user is, what is important, what is new.",
        "Call it first.",
      ],
      properties: {},
      required: [],
      showsMemories: true,
      run: async (_none, { memory, signal }) => startOf(memory, signal),
    }),
    title: "Context of a conversation",
    annotations: { readOnlyHint: true, openWorldHint: false },
    output: answerSchema({ memories: MEMORIES }),
    toStructured: (answer) => {
      const { status, memories = [] } = answer;
      if (memories.length === 0) return { ...structuredWords(answer), memories };
      const rows = structuredMemories(memories).map(shortRow);
      return { status, memories: rows.slice(0, countFitting(rows)) };
    },
  };
}

/** Returns what a conversation begins with. */
export async function startOf(
  memory: Memory,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  const { text, included } = await sessionContext(memory, { maxBytes: MAX_BYTES, signal });
  if (text !== "") return { status: "found", text, ...shownOf(included) };
  const nothing = "Nothing is remembered yet. Call remember when the user tells what lasts.";
  return { status: "nothing", text: nothing, memories: [] };
}

/** Returns what programs need of a memory, with the beginning of a long text. */
function shortRow(memory: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { id, trust, untrusted } = memory;
  const content = String(memory["content"]);
  return {
    id,
    content: shorten(content, MAX_CONTENT),
    ...(content.length > MAX_CONTENT ? { shortened: true } : {}),
    trust,
    ...(untrusted === undefined ? {} : { untrusted }),
  };
}

function countFitting(rows: readonly unknown[]): number {
  let left = MAX_BYTES;
  const end = rows.findIndex((row) => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
  return end === -1 ? rows.length : end;
}
