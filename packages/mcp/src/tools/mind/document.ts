import { invalidInput, MOST_UNTRUSTED, type PromptNote, writeNotes } from "@kioku/core/toolkit";
import type { DocumentName, Mind, MindDocument } from "@kioku/mind";
import { defineTool, type ToolAnswer } from "@kioku/tools";

import type { McpTool } from "../../server/mcp-tool.js";
import { DATE_FORM, readDate } from "../dates.js";
import { answerSchema, plainJson, structuredWords, TEXT } from "../structured.js";

/** Most sentences that are shown. */
const MAX_SENTENCES = 100;
const MAX_DATE = 40;
const MAX_NAME = 200;
const NAMES = ["self", "portrait", "day", "thread"] as const;

interface DocumentArguments {
  readonly name: (typeof NAMES)[number];
  readonly of?: string;
  readonly date?: string;
  readonly thread?: string;
}

/** Answer of `document`. */
interface DocumentAnswer extends ToolAnswer {
  readonly sentences?: readonly object[];
}

/** Defines `document`. */
export function documentTool(): McpTool {
  return {
    definition: defineTool<DocumentArguments, DocumentAnswer>({
      name: "document",
      description: [
        "Returns what is known as a document: the self concept of the assistant, the portrait of a person, or the talk of a day or thread.",
      ],
      properties: {
        name: { type: "string", enum: NAMES },
        of: { type: "string", description: "Person of a portrait. Default: the user." },
        date: { type: "string", description: "Day. Default: today.", maxLength: MAX_DATE },
        thread: { type: "string", description: "Conversation.", maxLength: MAX_NAME },
      },
      required: ["name"],
      showsMemories: true,
      run: async (asked, { memory, signal }) =>
        answerOf(await (memory as Mind).document(nameOf(asked), { signal })),
    }),
    title: "Read a document",
    annotations: { readOnlyHint: true, openWorldHint: false },
    output: answerSchema({
      sentences: { type: "array", items: { type: "object", properties: { id: TEXT, text: TEXT } } },
    }),
    toStructured: (answer: DocumentAnswer) => {
      const { status, trust, sentences } = answer;
      return sentences ? plainJson({ status, trust, sentences }) : structuredWords(answer);
    },
  };
}

function nameOf({ name, of, date, thread }: DocumentArguments): DocumentName {
  if (name === "self") return { document: "self" };
  if (name === "portrait") return { document: "portrait", of };
  if (name === "day") {
    const day = date === undefined ? undefined : readDate(date);
    if (date !== undefined && !day) throw invalidInput("date", DATE_FORM, date);
    return { document: "day", date: day?.start };
  }
  if (thread === undefined) throw invalidInput("thread", "the name of a conversation");
  return { document: "thread", thread };
}

function answerOf({ blocks }: MindDocument): DocumentAnswer {
  const all = blocks.flatMap(({ id: block, sentences }) =>
    sentences.map((one) => ({ ...one, block })),
  );
  if (all.length === 0) {
    const text = "Nothing is known of this yet. Facts are made of what was said by consolidate.";
    return { status: "nothing", text, memories: [] };
  }
  const shown = all.slice(0, MAX_SENTENCES);
  const notes = shown.map(({ block, id, text, at, trust }): PromptNote => {
    return { kind: block, text: `[${id}] ${text}`, at, source: { origin: "derived", trust } };
  });
  const omitted =
    all.length - shown.length + blocks.reduce((sum, { omitted: count }) => sum + count, 0);
  const more = omitted === 0 ? "" : `\nand ${omitted} more`;
  return {
    status: "found",
    text: `${writeNotes(notes)}${more}`,
    trust: Math.min(...shown.map(({ trust }) => trust)),
    sentences: shown.map(({ trust, ...one }) => {
      return { ...one, trust, ...(trust <= MOST_UNTRUSTED ? { untrusted: true } : {}) };
    }),
  };
}
