import { definedTools as agentTools } from "@kioku/adapter-langchain";
import { definedTools, type ToolDefinition } from "@kioku/adapter-vercel-ai";
import type { Memory } from "@kioku/core";
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { createAgent } from "langchain";

/** Answer of a tool, as a model is told it. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** Call of a tool that a model makes. */
export interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** Call of a tool by what the model was told before. */
export type Step = Call | ((told: readonly Told[]) => Call);

/** Turn of an agent. */
interface Played {
  readonly told: readonly Told[];
  /** All prompts, messages and errors but the arguments that the model itself wrote. */
  readonly seen: string;
}

/** Turn of an agent that has these tools, and whose model makes these calls. */
export type Host = (
  memory: Memory,
  definitions: readonly ToolDefinition[],
  steps: readonly Step[],
) => Promise<Played>;

/** The hosts that tools are played in. */
export const HOSTS: readonly (readonly [string, Host])[] = [
  ["AI SDK", aiSdk],
  ["LangChain", langChain],
];

const NO_TOKENS = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
const USAGE = { inputTokens: NO_TOKENS, outputTokens: { total: 0, text: 0, reasoning: 0 } };

async function aiSdk(
  memory: Memory,
  definitions: readonly ToolDefinition[],
  steps: readonly Step[],
): Promise<Played> {
  let count = 0;
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const step = steps[count];
      count += 1;
      if (!step) {
        const finishReason = { unified: "stop", raw: "stop" } as const;
        const content = [{ type: "text" as const, text: "Done." }];
        return { content, finishReason, usage: USAGE, warnings: [] };
      }
      const { name, args } = callOf(step, toldIn(prompt));
      const made = { type: "tool-call", toolCallId: `call-${count}`, toolName: name } as const;
      const content = [{ ...made, input: JSON.stringify(args) }];
      const finishReason = { unified: "tool-calls", raw: "tool_use" } as const;
      return { content, finishReason, usage: USAGE, warnings: [] };
    },
  });
  const tools = definedTools(memory, definitions);
  const stopWhen = stepCountIs(steps.length + 1);
  const result = await generateText({ model, tools, stopWhen, prompt: "Go on." });
  const prompts = model.doGenerateCalls.map(({ prompt }) => prompt);
  const errors = result.steps.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === "tool-error" ? [String(part.error)] : [])),
  );
  const seen = withoutArguments([prompts, result.steps.map(({ content }) => content), errors]);
  return { told: toldIn(prompts.at(-1) ?? []), seen };
}

type AiPrompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

function toldIn(prompt: AiPrompt): readonly Told[] {
  const messages = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  return messages.flatMap((part): readonly Told[] => {
    if (part.type !== "tool-result") return [];
    const { type, value } = part.output as { readonly type: string; readonly value?: unknown };
    return [{ text: String(value), isError: type === "error-text" }];
  });
}

async function langChain(
  memory: Memory,
  definitions: readonly ToolDefinition[],
  steps: readonly Step[],
): Promise<Played> {
  const model = fakeModel();
  for (const [index, step] of steps.entries()) {
    model.respond((messages) => {
      const call = callOf(step, toolMessages(messages).map(toTold));
      return new AIMessage({ content: "", tool_calls: [{ ...call, id: `call-${index}` }] });
    });
  }
  model.respond(new AIMessage("Done."));
  const agent = createAgent({ model, tools: agentTools(memory, definitions) });
  const { messages } = (await agent.invoke(
    { messages: [new HumanMessage("Go on.")] },
    { recursionLimit: 4 * steps.length + 10 },
  )) as { readonly messages: readonly BaseMessage[] };
  const prompts = model.calls.map((call) => call.messages);
  const artifacts = toolMessages(messages).map(({ artifact }): unknown => artifact);
  const seen = withoutArguments([prompts, messages, artifacts]);
  return { told: toolMessages(messages).map(toTold), seen };
}

function toolMessages(messages: readonly BaseMessage[]): readonly ToolMessage[] {
  return messages.filter((message) => ToolMessage.isInstance(message));
}

function toTold({ text, status }: ToolMessage): Told {
  return { text, isError: status === "error" };
}

function callOf(step: Step, told: readonly Told[]): Call {
  return typeof step === "function" ? step(told) : step;
}

const WRITTEN = new Set(["input", "args", "tool_calls"]);

function withoutArguments(value: unknown): string {
  return JSON.stringify(value, (name, member: unknown) => (WRITTEN.has(name) ? undefined : member));
}
