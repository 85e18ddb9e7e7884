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

const CONTENT = { content: "" } as const;

/** An empty message of each class that is kept. Nothing else is ever made of what is stored. */
const CLASSES: ReadonlyMap<unknown, () => BaseMessage> = new Map<string, () => BaseMessage>([
  ["AIMessage", () => new AIMessage({ ...CONTENT })],
  ["AIMessageChunk", () => new AIMessageChunk({ ...CONTENT })],
  ["ChatMessage", () => new ChatMessage({ ...CONTENT, role: "" })],
  ["ChatMessageChunk", () => new ChatMessageChunk({ ...CONTENT, role: "" })],
  ["FunctionMessage", () => new FunctionMessage({ ...CONTENT, name: "" })],
  ["FunctionMessageChunk", () => new FunctionMessageChunk({ ...CONTENT, name: "" })],
  ["HumanMessage", () => new HumanMessage({ ...CONTENT })],
  ["HumanMessageChunk", () => new HumanMessageChunk({ ...CONTENT })],
  ["RemoveMessage", () => new RemoveMessage({ id: "" })],
  ["SystemMessage", () => new SystemMessage({ ...CONTENT })],
  ["SystemMessageChunk", () => new SystemMessageChunk({ ...CONTENT })],
  ["ToolMessage", () => new ToolMessage({ ...CONTENT, tool_call_id: "" })],
  ["ToolMessageChunk", () => new ToolMessageChunk({ ...CONTENT, tool_call_id: "" })],
]);

/** Name of a message's class, if it is one of LangChain's own; also after minification. */
export function classNameOf(message: BaseMessage): string | undefined {
  const name = message.type === "remove" ? "RemoveMessage" : message.lc_id.at(-1);
  return name !== undefined && CLASSES.has(name) ? name : undefined;
}

/** An empty message of a class; `undefined` if it is not one of LangChain's own. */
export function emptyMessage(className: unknown): BaseMessage | undefined {
  return CLASSES.get(className)?.();
}
