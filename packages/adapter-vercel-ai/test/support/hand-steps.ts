import type { withMemory } from "../../src/index.js";

type Wrapped = ReturnType<typeof withMemory>;
type SentPrompt = Parameters<Wrapped["doGenerate"]>[0]["prompt"];
type SentMessage = SentPrompt[number];

/** The words of a user as a model is sent them. */
export function userWords(text: string): SentMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/**
 * Calls a model by hand, and gives the prompt of the step after it: with its calls, and an answer
 * for each.
 */
export async function nextPrompt(model: Wrapped, prompt: SentPrompt): Promise<SentPrompt> {
  const { content } = await model.doGenerate({ prompt });
  const calls = content.filter((part) => part.type === "tool-call");
  return [
    ...prompt,
    {
      role: "assistant",
      content: calls.map(({ type, toolCallId, toolName, providerMetadata: providerOptions }) => ({
        type,
        toolCallId,
        toolName,
        input: {},
        ...(providerOptions ? { providerOptions } : {}),
      })),
    },
    {
      role: "tool",
      content: calls.map(({ toolCallId, toolName }) => ({
        type: "tool-result",
        toolCallId,
        toolName,
        output: { type: "text", value: "noon" },
      })),
    },
  ];
}
