import { withMemory } from "@kioku/adapter-vercel-ai";
import type { Memory } from "@kioku/core";
import { estimateTokens } from "@kioku/core/toolkit";
import { generateText } from "ai";
import type { ModelMessage } from "ai";

import { instantModel } from "../ai-sdk/instant-model.ts";
import type { BenchPrompt } from "../ai-sdk/instant-model.ts";
import type { Chat, ChatTurn } from "./chat.ts";

/** A turn, and the text that the memory put into its prompt. */
export interface PlayedTurn {
  readonly turn: ChatTurn;
  readonly injected: string;
  readonly tokens: number;
  /** Number of memories in it. */
  readonly lines: number;
  /** Wanted words that are in it. */
  readonly found: readonly string[];
}

/** Memory of the user, and what to play. */
interface ChatPlay {
  readonly chat: Chat;
  readonly memory: Memory;
  /** Moves the memory's clock. */
  readonly setNow: (now: Date) => void;
}

const MINUTE_MS = 60_000;

/** Plays a chat turn by turn with a model that has a memory, which keeps all of it. */
export async function playChat({ chat, memory, setNow }: ChatPlay): Promise<readonly PlayedTurn[]> {
  const played: PlayedTurn[] = [];
  for (const { id: thread, at, turns } of chat.sessions) {
    const messages: ModelMessage[] = [];
    for (const [index, turn] of turns.entries()) {
      setNow(new Date(Date.parse(at) + index * MINUTE_MS));
      messages.push({ role: "user", content: turn.user });
      let injected = "";
      const onPrompt = (prompt: BenchPrompt): void => {
        injected = injectedIn(prompt, messages);
      };
      const plain = instantModel({ answer: turn.assistant, onPrompt });
      const model = withMemory(plain, memory, { capture: "turn", thread });
      await generateText({ model, messages });
      messages.push({ role: "assistant", content: turn.assistant });
      played.push(asPlayed(turn, injected));
    }
  }
  return played;
}

function asPlayed(turn: ChatTurn, injected: string): PlayedTurn {
  const { wants = [] } = turn;
  return {
    turn,
    injected,
    tokens: estimateTokens(injected),
    lines: injected.split("\n").filter((line) => line.startsWith("<memory ")).length,
    found: wants.filter((one) => injected.includes(one)),
  };
}

/** Returns what a prompt holds besides the messages of the chat. */
function injectedIn(prompt: BenchPrompt, messages: readonly ModelMessage[]): string {
  const own = new Set(messages.map(({ content }) => content));
  return prompt
    .flatMap(({ content }) => (typeof content === "string" ? [content] : content.map(textOf)))
    .filter((text) => text !== "" && !own.has(text))
    .join("");
}

function textOf(part: object): string {
  return "text" in part && typeof part.text === "string" ? part.text : "";
}
