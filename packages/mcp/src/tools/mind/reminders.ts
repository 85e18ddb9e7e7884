import type { Memory } from "@kioku/core";
import { derivableTrust, invalidInput, MOST_UNTRUSTED, writeNotes } from "@kioku/core/toolkit";
import type { Mind, Reminder } from "@kioku/mind";
import { defineTool, type ToolAnswer, trustOfText } from "@kioku/tools";

import type { McpTool } from "../../server/mcp-tool.js";
import { DATE_FORM, readDate } from "../dates.js";
import { answerSchema, plainJson, structuredWords, TEXT } from "../structured.js";

/** Most reminders that are shown. */
const MAX_SHOWN = 50;
const MAX_TEXT = 1_000;
const MAX_TOPIC = 200;
const MAX_DATE = 40;

interface RemindArguments {
  readonly content: string;
  readonly at?: string;
  readonly topic?: string;
}

/** A reminder, and how much of it may be the words of strangers. */
type TrustedReminder = Reminder & { readonly trust: number };

/** Answer of `reminders`. */
interface RemindersAnswer extends ToolAnswer {
  readonly reminders?: readonly TrustedReminder[];
}

/** Defines `remind`. Contexts tell a reminder as the app's own: no stranger may ask for one. */
export function remindTool(): McpTool {
  return {
    definition: defineTool<RemindArguments, ToolAnswer>({
      name: "remind",
      description: [
        "Remembers to tell the user something once: at a time, when a topic comes up, or at the first of both.",
      ],
      properties: {
        content: { type: "string", description: "What to tell.", maxLength: MAX_TEXT },
        at: { type: "string", description: "Such as 2026-05-01T14:00Z.", maxLength: MAX_DATE },
        topic: { type: "string", description: "A few words.", maxLength: MAX_TOPIC },
      },
      required: ["content"],
      run: async ({ content: text, at, topic }, call) => {
        const time = at === undefined ? undefined : readDate(at);
        if (at !== undefined && !time) throw invalidInput("at", DATE_FORM, at);
        if (at === undefined && topic === undefined) {
          return { status: "invalid", text: "Nothing was stored: give at, topic or both." };
        }
        const { memory, actor, signal } = call;
        const { trust } = await trustOfText(`${text}\n${topic ?? ""}`, call);
        if (trust <= MOST_UNTRUSTED) {
          const why = "it may repeat text of strangers, and only the user asks for reminders";
          return { status: "rejected", text: `Nothing was stored: ${why}.` };
        }
        const asked = { text, topic, dueAt: time?.start, trust };
        const { id } = await (memory as Mind).remind(asked, { actor, signal });
        return { status: "stored", text: "Stored. It will be told once.", id };
      },
    }),
    title: "Set a reminder",
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    output: answerSchema({ id: TEXT }),
    toStructured: structuredWords,
  };
}

/** Defines `reminders`. */
export function remindersTool(): McpTool {
  return {
    definition: defineTool<object, RemindersAnswer>({
      name: "reminders",
      description: ["Lists the reminders that wait."],
      properties: {},
      required: [],
      showsMemories: true,
      run: async (_none, { memory, signal }) => {
        const waiting = await (memory as Mind).reminders({ signal });
        if (waiting.length === 0) {
          return { status: "nothing", text: "No reminder waits.", memories: [] };
        }
        const reminders = await withTrust(memory, waiting.slice(0, MAX_SHOWN), signal);
        const more = waiting.length - reminders.length;
        const notes = reminders.map(({ id, text, dueAt, topic, trust }) => {
          const when = [dueAt?.toISOString(), topic].filter((one) => one !== undefined);
          const source = { origin: "derived", trust } as const;
          return { kind: "reminder", text: `[${id}] ${when.join(", ")}: ${text}`, source };
        });
        const text = `${writeNotes(notes)}${more === 0 ? "" : `\nand ${more} more`}`;
        const trust = Math.min(...reminders.map((one) => one.trust));
        return { status: "found", text, reminders, trust };
      },
    }),
    title: "List reminders",
    annotations: { readOnlyHint: true, openWorldHint: false },
    output: answerSchema({
      reminders: {
        type: "array",
        items: { type: "object", properties: { id: TEXT, text: TEXT, dueAt: TEXT, topic: TEXT } },
      },
    }),
    toStructured: (answer: RemindersAnswer) => {
      const { status, reminders } = answer;
      if (!reminders) return structuredWords(answer);
      const rows = reminders.map((one) => {
        return { ...one, ...(one.trust <= MOST_UNTRUSTED ? { untrusted: true } : {}) };
      });
      return plainJson({ status, reminders: rows });
    },
  };
}

async function withTrust(
  memory: Memory,
  reminders: readonly Reminder[],
  signal: AbortSignal | undefined,
): Promise<readonly TrustedReminder[]> {
  const filter = { "@id": { $in: reminders.map(({ id }) => id) } };
  const { items } = await memory.list({ kinds: ["reminder"], filter }, { signal });
  const byId = new Map(items.map((one) => [one.id, derivableTrust(one)]));
  return reminders.map((one) => ({ ...one, trust: byId.get(one.id) ?? MOST_UNTRUSTED }));
}
