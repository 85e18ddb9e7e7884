import { defineTool, type RememberAnswer, rememberWritten, type ToolAnswer } from "@kioku/tools";

import type { McpTool } from "../server/mcp-tool.js";
import { DATE_FORM, readDate } from "./dates.js";
import { answerSchema, structuredWords, TEXT } from "./structured.js";

/** Name of a kind. */
const KIND = /^[\p{L}\p{N}_-]{1,64}$/u;
/** Kinds of records that a mind keeps, and of no memories. */
const OWN_KIND = /^(?:reminder|mind-.*)$/u;
const MAX_DATE = 40;

interface RememberArguments {
  readonly content: string;
  readonly kind?: string;
  readonly occurredAt?: string;
  readonly importance?: number;
}

/** Defines `remember`, which stores one fact. */
export function rememberTool(): McpTool {
  return {
    definition: defineTool<RememberArguments, RememberAnswer | ToolAnswer>({
      name: "remember",
      description: [
        "Stores one lasting fact for later conversations.",
        "Call it without being asked when the user tells something lasting about themselves, their wishes, work, projects or decisions, or when you learn what will be needed again.",
        "What corrects a memory is for update. No small talk, guesses, passwords or other secrets.",
      ],
      properties: {
        content: {
          type: "string",
          description:
            "One sentence that is clear without this conversation: names, not pronouns; dates, not today.",
        },
        kind: { type: "string", description: "Default: note.", maxLength: 64 },
        occurredAt: {
          type: "string",
          description: "When it happened, such as 2026-05-01.",
          maxLength: MAX_DATE,
        },
        importance: { type: "number", description: "Default: 0.5.", minimum: 0, maximum: 1 },
      },
      required: ["content"],
      run: async ({ content, kind, occurredAt, importance }, call) => {
        if (kind !== undefined && (!KIND.test(kind) || OWN_KIND.test(kind))) {
          return invalid("kind must be a word such as note, and not reminder");
        }
        const time = occurredAt === undefined ? undefined : readDate(occurredAt);
        if (occurredAt !== undefined && !time) {
          return invalid(`occurredAt must be ${DATE_FORM}`);
        }
        return rememberWritten({ content, kind, occurredAt: time?.at, importance }, call);
      },
    }),
    title: "Remember a fact",
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    output: answerSchema({ id: TEXT }),
    toStructured: structuredWords,
  };
}

function invalid(why: string): ToolAnswer {
  return { status: "invalid", text: `Nothing was stored: ${why}.` };
}
