import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MemoryChatHistory } from "@kioku/adapter-langchain";
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";
import { AIMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableWithMessageHistory } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
const path = join(folder, "chat.db");
const prompt = ChatPromptTemplate.fromMessages([
  ["system", "You are a gardener."],
  ["placeholder", "{history}"],
  ["human", "{question}"],
]);

/** Acts as one process: opens the file, says one thing in a session, and ends. */
async function say(sessionId: string, question: string, answer: string): Promise<void> {
  await using memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
  const model = fakeModel().respond(new AIMessage(answer));
  const chat = new RunnableWithMessageHistory({
    runnable: prompt.pipe(model),
    // Sends the newest two messages; all of them are kept.
    getMessageHistory: (id: string) =>
      new MemoryChatHistory({ memory: memory.scope("ann"), sessionId: id, maxMessages: 2 }),
    inputMessagesKey: "question",
    historyMessagesKey: "history",
  });
  await chat.invoke({ question }, { configurable: { sessionId } });
  const sent = model.calls[0]?.messages.map((message) => message.type) ?? [];
  console.log(`${sessionId}: the model got ${sent.join(", ")}`);
}

await say("spring", "My roses have black spots on the leaves", "Cut those leaves off.");
await say("spring", "And when do I prune them?", "In March, before they sprout.");
await say("spring", "Thanks! Which fertiliser?", "Compost is enough.");
await say("autumn", "The apples are ripe", "Store them in the cellar.");

// Messages are memories, so they are found by meaning, in any session. An answer says little by
// itself: it is found beside its question if nothing bounds the relevance of its own words.
const memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
const [hit] = await memory.scope("ann").recall({ query: "月季什么时候修剪？", minScore: 0 });
console.log(`${hit?.thread}, ${hit?.origin}: ${hit?.content}`);

const spring = new MemoryChatHistory({ memory: memory.scope("ann"), sessionId: "spring" });
await spring.clear();
console.log("spring:", (await spring.getMessages()).length, "messages");
console.log("left:", (await memory.scope("ann").list()).items.length, "memories");

await memory.close();
await rm(folder, { recursive: true });
