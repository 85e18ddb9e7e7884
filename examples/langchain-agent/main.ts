import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { memoryMiddleware } from "@kioku/adapter-langchain/agent";
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { z } from "zod";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
// One day for all, so that this prints the same every time.
const clock = (): Date => new Date("2026-03-06T12:00:00Z");
const store = sqliteStore({ path: join(folder, "agent.db") });
const memory = createMemory({ store, embedder: localEmbedder(), clock });

// Plays the model. What it is to answer is queued below.
const model = fakeModel();
const contextSchema = z.object({ userId: z.string() });
const agent = createAgent({
  model,
  // Keeps the messages of each thread. The memory keeps facts across threads.
  checkpointer: new MemorySaver(),
  contextSchema,
  middleware: [
    memoryMiddleware({
      contextSchema,
      // The app chooses the memory, never the model.
      memory: ({ context }) => memory.scope("users", context.userId),
      recall: { limit: 2, minScore: 0 },
      tools: true,
    }),
  ],
});

/** Says something in a thread, and prints what the model saw of it. */
async function say(userId: string, thread: string, words: string): Promise<void> {
  const { messages } = await agent.invoke(
    { messages: [new HumanMessage(words)] },
    { context: { userId }, configurable: { thread_id: thread } },
  );
  console.log(`${userId}, ${thread}`);
  const shown = model.calls
    .at(-1)
    ?.messages.findLast((message) => HumanMessage.isInstance(message));
  for (const line of shown?.text.split(/\n+/u) ?? []) console.log(`  > ${line}`);
  console.log(`  ${messages.at(-1)?.text}`);
}

model
  .respondWithTools([{ name: "remember", args: { content: "Ann is allergic to peanuts" } }])
  .respond(new AIMessage("I will keep that in mind."));
await say("ann", "monday", "Remember that I am allergic to peanuts");

model.respond(new AIMessage("Take the curry, there are peanuts in the satay."));
await say("ann", "tuesday", "Can I eat the satay?");

model.respond(new AIMessage("I know of nothing that you cannot eat."));
await say("bo", "wednesday", "Can I eat the satay?");

model.respond(new AIMessage("花生。"));
await say("ann", "thursday", "我对什么过敏？");

await memory.close();
await rm(folder, { recursive: true });
