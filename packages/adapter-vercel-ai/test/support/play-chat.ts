import type { Memory } from "@kioku/core";
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import type { ModelMessage } from "ai";

import { memoryTools, withMemory } from "../../src/index.js";
import type { MemoryMiddlewareOptions } from "../../src/index.js";
import { allMessages, callingModel } from "./calling-model.js";
import type { ChatTurn } from "./long-chat.js";

/** Way in which a chat is played. */
interface Played {
  readonly trustedTools?: MemoryMiddlewareOptions["trustedTools"];
  readonly recall?: MemoryMiddlewareOptions["recall"];
  /** False: every turn is a chat of its own, and only the memory knows the others. */
  readonly keepsHistory?: boolean;
}

/** Plays a chat with `withMemory`, `capture` and the memory tools. Returns its messages. */
export async function playChat(
  memory: Memory,
  turns: readonly ChatTurn[],
  { trustedTools = [], recall, keepsHistory = true }: Played = {},
): Promise<readonly ModelMessage[]> {
  let messages: readonly ModelMessage[] = [];
  for (const [index, { user, looksUp, notes = [], answer }] of turns.entries()) {
    const lookup = tool({
      inputSchema: jsonSchema<object>({ type: "object", properties: {} }),
      execute: () => looksUp ?? "",
    });
    const said = { role: "user", content: user } as const;
    messages = keepsHistory ? [...messages, said] : [said];
    const calls = [
      ...(looksUp === undefined ? [] : [{ name: "lookup", input: {} }]),
      ...notes.map((note) => ({ name: "remember", input: { content: plain(note) } })),
    ];
    const model = callingModel(
      calls.map((call) => [call]),
      plain(answer),
    );
    const result = await generateText({
      model: withMemory(model, memory, {
        capture: "turn",
        thread: `chat-${index}`,
        trustedTools,
        recall,
      }),
      tools: { lookup, ...memoryTools(memory, { trustedTools }) },
      messages: [...messages],
      stopWhen: stepCountIs(10),
    });
    messages = [...messages, ...allMessages(result)];
  }
  return messages;
}

/** Texts that the model wrote in a chat, and how many of them were marked as they should. */
interface Marked {
  /** Marked as untrusted, though they repeat nobody. */
  readonly wrongly: readonly string[];
  /** Not marked, though they repeat strangers. */
  readonly missed: readonly string[];
  readonly own: number;
  readonly copied: number;
}

/** Compares the marks of what a memory holds with a chat. */
export async function marksIn(memory: Memory, turns: readonly ChatTurn[]): Promise<Marked> {
  const { items } = await memory.list({ limit: 1_000, filter: { "@origin": "assistant" } });
  const written = turns.flatMap(({ notes = [], answer }) => [...notes, answer]);
  const copied = new Set(written.filter((text) => text.startsWith("*")).map(plain));
  const isMarked = (content: string): boolean =>
    items.some((item) => item.content === content && item.trust <= 0.5);
  const own = [...new Set(written.filter((text) => !text.startsWith("*")))];
  return {
    wrongly: own.filter(isMarked),
    missed: [...copied].filter((text) => !isMarked(text)),
    own: own.length,
    copied: copied.size,
  };
}

function plain(text: string): string {
  return text.startsWith("*") ? text.slice(1) : text;
}
