import type { Mind } from "@kioku/mind";
import { showRecalled, type ToolAnswer } from "@kioku/tools";
import { fromJsonSchema, type GetPromptResult, type McpServer } from "@modelcontextprotocol/server";

import type { Guard } from "../server/guard.js";
import { shownMemories } from "../server/shown-memories.js";
import { startOf } from "../tools/context.js";

const MAX_TOPIC = 1_000;
/** Tokens of what is known about a topic. */
const BUDGET = 1_500;

/** Parts that all prompts of a server share. */
export interface PromptContext {
  readonly guard: Guard;
  /** Names of the tools of the server. */
  readonly tools: readonly string[];
}

/** Registers what people choose in the menu of a client. */
export function registerPrompts(
  server: McpServer,
  mind: Mind,
  { guard, tools }: PromptContext,
): void {
  const show = async (first: string, answer: Promise<ToolAnswer>): Promise<GetPromptResult> => {
    const shown = await answer;
    shownMemories(mind).add(shown);
    return messageOf(`${first}\n${shown.text}`);
  };
  server.registerPrompt(
    "start",
    { title: "Start with what is known", description: "Who I am, what matters and what is new" },
    async ({ mcpReq: { signal } }) =>
      guard("start", signal, async () =>
        show("This is known of earlier conversations. Keep it in mind:", startOf(mind, signal)),
      ),
  );
  server.registerPrompt(
    "about",
    {
      title: "What is known about …",
      description: "What earlier conversations said about a topic",
      argsSchema: fromJsonSchema<{ readonly topic: string }>({
        type: "object",
        properties: {
          topic: { type: "string", description: "A topic or a question", maxLength: MAX_TOPIC },
        },
        required: ["topic"],
      }),
    },
    async ({ topic: query }, { mcpReq: { signal } }) =>
      guard("about", signal, async () =>
        show(
          `Tell me what you know about this: ${query}\n\nEarlier conversations said:`,
          showRecalled({ query }, { budget: BUDGET }, { memory: mind, signal }),
        ),
      ),
  );
  if (!tools.includes("remember")) return;
  server.registerPrompt(
    "remember-this",
    { title: "Remember this conversation", description: "Stores what lasts of it" },
    () => messageOf(rememberText(tools)),
  );
}

function rememberText(tools: readonly string[]): string {
  return [
    "Look over our conversation for what lasts: facts about me, my wishes, work, projects, decisions.",
    ...(tools.includes("recall") ? ["Look up with recall what is stored about each."] : []),
    ...(tools.includes("update") ? ["Correct with update what has changed."] : []),
    "Store with remember what is new: one clear sentence each, no guesses, no passwords or other secrets, and nothing that only web pages, files or tools said.",
    "Then tell me in a short list what you stored.",
  ].join(" ");
}

function messageOf(text: string): GetPromptResult {
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}
