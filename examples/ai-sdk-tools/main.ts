import { memoryTools } from "@kioku/adapter-vercel-ai";
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";

import { calls, says } from "./answers.ts";

// One day and ids that count, so that this prints the same every time.
const clock = (): Date => new Date("2026-03-06T12:00:00Z");
const ids = ["note-1", "note-2"];
const generateId = (): string => ids.shift() ?? "note-3";
const store = inMemoryStore();
const memory = createMemory({ store, embedder: localEmbedder(), clock, generateId });

// Plays the model: these are its answers, one for each call. Yours goes here.
const model = new MockLanguageModelV3({
  doGenerate: [
    calls("remember", { content: "Ann is allergic to peanuts" }),
    says("I will keep that in mind."),
    calls("recall", { query: "安对什么过敏？" }),
    says("花生。"),
    calls("recall", { query: "What is Ann allergic to?" }),
    calls("update", { id: "note-1", content: "Ann is allergic to walnuts" }),
    says("Walnuts it is."),
  ],
});

// Made of this user's memory. No tool has an argument that would lead to another one.
const tools = memoryTools(memory.scope("users", "ann"), { only: ["remember", "recall", "update"] });

/** Says something in a chat of its own, and prints the model's calls and their results. */
async function say(prompt: string): Promise<void> {
  const { text } = await generateText({ model, tools, stopWhen: stepCountIs(5), prompt });
  console.log(`> ${prompt}`);
  for (const { content } of model.doGenerateCalls.at(-1)?.prompt ?? []) {
    if (typeof content === "string") continue;
    for (const part of content) {
      if (part.type === "tool-call")
        console.log(`  ${part.toolName} ${JSON.stringify(part.input)}`);
      if (part.type !== "tool-result" || part.output.type !== "text") continue;
      for (const line of part.output.value.split("\n")) console.log(`    ${line}`);
    }
  }
  console.log(`  ${text}`);
}

await say("Remember that I am allergic to peanuts");
await say("我对什么过敏？");
await say("It was walnuts, not peanuts");

const { items } = await memory.scope("users", "ann").list();
for (const { id, origin, content } of items) console.log(`${id}, from ${origin}: ${content}`);
await memory.close();
