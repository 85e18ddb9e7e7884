import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import {
  chatGptMemories,
  chatMemories,
  claudeMemories,
  importMemories,
  langGraphMemories,
  mastraMemories,
  mcpMemories,
  mem0Memories,
  pamMemories,
  shareGptMemories,
  uiMessageMemories,
} from "../src/index.js";
import type { ForeignMemory } from "../src/index.js";
import { CHATGPT, CLAUDE, gpt, GRAPH, SHAREGPT, text, UI } from "./support/chat-samples.js";

type Foreign = AsyncIterable<ForeignMemory> | Iterable<ForeignMemory>;

const circle = { id: "c", current_node: "a", mapping: { a: { parent: "b" }, b: { parent: "a" } } };
const lost = { id: "c", current_node: "a", mapping: { a: { parent: "b" } } };
const odd = { id: "c", mapping: { a: { message: gpt("user", { content_type: "new" }) } } };

test.each<readonly [string, () => Foreign, string]>([
  [
    "text as ChatGPT",
    () => chatGptMemories("x"),
    "ChatGPT export must be a list of objects with mapping",
  ],
  [
    "another object as Mastra",
    () => mastraMemories({}),
    "Mastra export must be a list, or an object with a list as messages or threads",
  ],
  [
    "a Mastra message without a thread",
    () => mastraMemories([{ role: "user", content: "x" }]),
    "messages[0].threadId must be a text",
  ],
  [
    "an unknown part in Mastra",
    () => mastraMemories([{ role: "user", threadId: "t", content: { parts: [{ type: "new" }] } }]),
    "messages[0].content.parts[0].type must be text or another type of part of Mastra",
  ],
  [
    "another object as ChatGPT",
    () => chatGptMemories({}),
    "ChatGPT export must be a list of objects with mapping, got an object",
  ],
  [
    "Claude's as ChatGPT",
    () => chatGptMemories(CLAUDE),
    "ChatGPT conversations[0].id must be a text",
  ],
  [
    "ShareGPT as ChatGPT",
    () => chatGptMemories(SHAREGPT),
    "ChatGPT conversations[0].mapping must be an object",
  ],
  [
    "a circle in ChatGPT",
    () => chatGptMemories([circle]),
    "ChatGPT conversations[0].mapping must be a tree",
  ],
  [
    "a lost parent in ChatGPT",
    () => chatGptMemories([lost]),
    'ChatGPT conversations[0].mapping["b"] must be an object',
  ],
  [
    "an unknown content in ChatGPT",
    () => chatGptMemories([odd]),
    'mapping["a"].message.content must be an object with text or parts',
  ],
  [
    "an unknown role in ChatGPT",
    () => chatGptMemories([{ id: "c", mapping: { a: { message: gpt("god", text("x")) } } }]),
    "message.author.role must be one of user,",
  ],
  [
    "ChatGPT's as Claude",
    () => claudeMemories(CHATGPT),
    "Claude conversations[0].uuid must be a text",
  ],
  [
    "text as Claude",
    () => claudeMemories("x"),
    "Claude export must be a list of objects with chat_messages",
  ],
  [
    "a Claude conversation without messages",
    () => claudeMemories([{ uuid: "k" }]),
    "Claude conversations[0].chat_messages must be a list, got undefined",
  ],
  [
    "an unknown sender in Claude",
    () => claudeMemories([{ uuid: "k", chat_messages: [{ sender: "x", text: "" }] }]),
    "chat_messages[0].sender must be one of human,",
  ],
  [
    "a Claude message without text",
    () => claudeMemories([{ uuid: "k", chat_messages: [{ sender: "human" }] }]),
    "chat_messages[0] must be an object with a list as content",
  ],
  [
    "messages as ShareGPT",
    () => shareGptMemories(UI),
    "ShareGPT items[0].conversations must be a list, got undefined",
  ],
  [
    "an unknown speaker in ShareGPT",
    () => shareGptMemories({ conversations: [{ from: "x", value: "" }] }),
    "ShareGPT items[0].conversations[0].from must be one of human,",
  ],
  [
    "a ShareGPT turn without words",
    () => shareGptMemories({ conversations: [{ from: "gpt" }] }),
    "conversations[0].value must be a string",
  ],
  [
    "messages with content as UI messages",
    () => uiMessageMemories([{ role: "user", content: "x" }], { thread: "t" }),
    "UI messages[0].parts must be a list",
  ],
  [
    "an unknown part in UI messages",
    () => uiMessageMemories([{ role: "user", parts: [{ type: "image" }] }], { thread: "t" }),
    "UI messages[0].parts[0].type must be text or another type",
  ],
  [
    "a time that is none in UI messages",
    () =>
      uiMessageMemories([{ role: "user", parts: [], metadata: { createdAt: "soon" } }], {
        thread: "t",
      }),
    "UI messages[0].metadata.createdAt must be an instant",
  ],
  [
    "UI messages as a chat",
    () => chatMemories(UI.slice(1), { thread: "t" }),
    "messages[0] must be a message with content; uiMessageMemories reads messages with parts",
  ],
  [
    "a chat without content",
    () => chatMemories([{ role: "user", text: "x" }], { thread: "t" }),
    "messages[0].content must be a text or a list of parts",
  ],
  [
    "an MCP object without lists",
    () => mcpMemories({ entities: [] } as never),
    "MCP graph: relations must be a list, got undefined",
  ],
  [
    "an MCP graph with a wrong entity",
    () => mcpMemories({ entities: [{ name: "a" }], relations: [] }),
    "MCP graph: entities[0]: entityType must be a string",
  ],
  ["a list of entities as MCP", () => mcpMemories(GRAPH.entities as never), "must be"],
  [
    "a PAM message of unknown content",
    () =>
      pamMemories(
        { schema: "portable-ai-memory", schema_version: "1.0", memories: [] },
        {
          conversations: [
            {
              schema: "portable-ai-memory-conversation",
              schema_version: "1.0",
              id: "c",
              messages: [{ id: "m", role: "user", content: { value: "x" } }],
            },
          ],
        },
      ),
    "messages[0].content.parts must be a list",
  ],
  [
    "a number as mem0",
    () => mem0Memories(7),
    "mem0 export must be a list, or an object with a list as results or memories, got 7",
  ],
  [
    "a chat as LangGraph",
    () => langGraphMemories({ messages: [] }),
    "LangGraph items must be a list, or an object with a list as items",
  ],
  [
    "a promise of memories",
    () => Promise.resolve([]) as never,
    "memories must be what a reader of a format gives",
  ],
  [
    "data that no reader has read",
    () => ({ results: [] }) as never,
    "memories must be what a reader of a format gives",
  ],
])("%s is refused by name, and nothing is written", async (_, foreign, message) => {
  const { memory } = testMemory();
  const error = await rejection(async () => importMemories(memory, foreign()));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain(message);
  expect((await memory.list()).items).toEqual([]);
});
