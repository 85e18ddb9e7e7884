import { Document } from "@langchain/core/documents";
import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  ChatMessageChunk,
  FunctionMessage,
  FunctionMessageChunk,
  HumanMessage,
  HumanMessageChunk,
  RemoveMessage,
  SystemMessage,
  SystemMessageChunk,
  ToolMessage,
  ToolMessageChunk,
} from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

const CALL = {
  name: "weather",
  args: { city: "Oslo", days: 3 },
  id: "call_1",
  type: "tool_call",
} as const;
const USAGE = {
  input_tokens: 12,
  output_tokens: 7,
  total_tokens: 19,
  input_token_details: { cache_read: 4 },
};

/** The type of the constructors takes no counts, although messages have them. */
function usage(): never {
  return structuredClone(USAGE) as never;
}

/**
 * Makes a message of every sort that @langchain/core has, anew each time, by what is special about
 * it.
 */
export const SAMPLE_MESSAGES: Readonly<Record<string, () => BaseMessage>> = {
  "a human text": () => new HumanMessage("Where is my parcel?"),
  "a human text with id, name and extras": () =>
    new HumanMessage({
      content: "Hi",
      id: "h1",
      name: "Ann",
      additional_kwargs: { camelCase: 1, snake_case: { inner: [1, null, "x"] } },
      response_metadata: { region: undefined, seen: true },
    }),
  "human parts": () =>
    new HumanMessage({
      content: [
        { type: "text", text: "What is on it?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        { type: "image", source_type: "base64", mime_type: "image/png", data: "AAAA" },
      ],
    }),
  "human content blocks": () =>
    new HumanMessage({
      contentBlocks: [
        { type: "text", text: "Listen" },
        { type: "audio", mimeType: "audio/wav", data: new Uint8Array([0, 1, 255]) },
      ],
    }),
  "an ai text": () => new AIMessage("It comes on Monday."),
  "ai tool calls and counts": () =>
    new AIMessage({
      content: "",
      id: "run-1",
      tool_calls: [{ ...CALL }],
      invalid_tool_calls: [
        { name: "bad", args: "{oops", id: "call_2", error: "Malformed", type: "invalid_tool_call" },
      ],
      usage_metadata: usage(),
      response_metadata: { finish_reason: "tool_calls", model_name: "m", logprobs: null },
    }),
  "ai with a provider's form of its tool calls": () =>
    new AIMessage({
      content: "",
      tool_calls: [{ ...CALL }],
      additional_kwargs: {
        tool_calls: [
          {
            id: "c",
            type: "function",
            function: { name: "weather", arguments: '{"city":"Oslo"}' },
          },
        ],
      },
    }),
  "ai content blocks": () =>
    new AIMessage({
      contentBlocks: [
        { type: "reasoning", reasoning: "He asks for the weather." },
        { type: "text", text: "Let me look." },
        { ...CALL },
      ],
    }),
  "ai content in output version v1": () =>
    new AIMessage({
      content: [{ type: "text", text: "Let me look." }],
      tool_calls: [{ ...CALL }],
      response_metadata: { output_version: "v1" },
    }),
  "ai parts of a provider": () =>
    new AIMessage({
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "text", text: "Yes." },
        { type: "tool_use", id: "call_1", name: "weather", input: { city: "Oslo" } },
      ],
      tool_calls: [{ ...CALL }],
      response_metadata: { model_provider: "anthropic", stop_reason: "tool_use" },
    }),
  "a system text": () => new SystemMessage("Be brief."),
  "a developer text": () =>
    new SystemMessage({
      content: "Be brief.",
      additional_kwargs: { __openai_role__: "developer" },
    }),
  "a tool result with an artifact": () =>
    new ToolMessage({
      content: "12 °C",
      tool_call_id: "call_1",
      name: "weather",
      status: "success",
      artifact: {
        raw: { temperature: 12, at: new Date("2026-03-01T06:00:00Z"), gust: Number.NaN, calm: -0 },
        documents: [new Document({ pageContent: "12 °C", metadata: { page: 1 }, id: "d1" })],
      },
      metadata: { tookMs: 3 },
    }),
  "a failed tool": () =>
    new ToolMessage({ content: "no", tool_call_id: "call_2", status: "error" }),
  "a tool result of no call": () =>
    new ToolMessage({ content: "12 °C" } as { content: string; tool_call_id: string }),
  "tool parts": () =>
    new ToolMessage({ content: [{ type: "text", text: "a" }], tool_call_id: "c" }),
  "a function result": () => new FunctionMessage({ content: "12", name: "weather" }),
  "a message of another role": () => new ChatMessage({ content: "I object.", role: "critic" }),
  "a removal": () => new RemoveMessage({ id: "h1" }),
  "a human chunk": () => new HumanMessageChunk({ content: "Wh", id: "h2" }),
  "an ai chunk": () =>
    new AIMessageChunk({
      content: "Let",
      id: "run-2",
      tool_call_chunks: [
        {
          name: "weather",
          args: '{"city":"Oslo"}',
          id: "call_3",
          index: 0,
          type: "tool_call_chunk",
        },
        { name: "bad", args: "[1", id: "call_4", index: 1, type: "tool_call_chunk" },
      ],
      usage_metadata: usage(),
    }),
  "ai chunks put together": () =>
    new AIMessageChunk({ content: "It comes ", id: "run-3" }).concat(
      new AIMessageChunk({ content: "on Monday.", response_metadata: { finish_reason: "stop" } }),
    ),
  "an ai chunk with calls but no chunks": () =>
    new AIMessageChunk({ content: "", tool_calls: [{ ...CALL }] }),
  "a system chunk": () => new SystemMessageChunk({ content: "Be" }),
  "a tool chunk": () =>
    new ToolMessageChunk({ content: "1", tool_call_id: "c", artifact: [1], status: "success" }),
  "a function chunk": () => new FunctionMessageChunk({ content: "1", name: "weather" }),
  "a chunk of another role": () => new ChatMessageChunk({ content: "I", role: "critic" }),
};
