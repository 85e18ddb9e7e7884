import { definedTools } from "@kioku/adapter-vercel-ai";
import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createKinds, createVault, defineKindTools } from "@kioku/mind/kinds";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";

import { calls, says } from "../ai-sdk-tools/answers.ts";

// One day and ids that count, so that this prints the same every time.
const clock = (): Date => new Date("2026-03-10T18:00:00Z");
let count = 0;
const generateId = (): string => `item-${(count += 1)}`;
const store = inMemoryStore();
const memory = createMemory({ store, embedder: localEmbedder(), clock, generateId });
const ana = memory.scope("users", "ana");

// Yours comes from a secret store: 32 random bytes.
const vault = createVault({ keys: { "2026-03": new Uint8Array(32).fill(7) }, current: "2026-03" });

const SECRET = "correct-horse-7";
const trip = {
  event_type: "user_message",
  summary: "Ana fetched a table in Braga.",
  details: "Oak, for six.",
  actor: "user",
  occurred_at: "2026-03-09 10:00:00",
};

// Plays the model: these are its answers, one for each call. Yours goes here.
const model = new MockLanguageModelV3({
  doGenerate: [
    calls("core_memory_append", { label: "human", content: "Ana, a carpenter in Porto." }),
    says("Nice to meet you, Ana."),
    calls("episodic_memory_insert", { items: [trip] }),
    calls("episodic_memory_merge", {
      event_id: "item-2",
      combined_summary: "Ana fetched a table in Braga by train.",
      combined_details: "Oak, for six. Two people helped.",
    }),
    says("A table on a train!"),
    calls("procedural_memory_insert", {
      items: [
        {
          entry_type: "workflow",
          summary: "How to oil a table top",
          steps: ["Sand along the grain", "Oil thinly", "Wait a night"],
        },
      ],
    }),
    says("Noted."),
    calls("knowledge_vault_insert", {
      items: [
        {
          entry_type: "credential",
          source: "Ana",
          sensitivity: "medium",
          secret_value: SECRET,
          caption: "Password of the router in the workshop",
        },
      ],
    }),
    says("It is in the vault."),
    calls("search_in_memory", { memory_type: "procedural", query: "给桌面上油" }),
    says("先顺着木纹打磨，再薄薄地上油，放一夜。"),
    calls("search_in_memory", { memory_type: "knowledge_vault", query: "router" }),
    says("There is one, but I cannot read it."),
  ],
});

const tools = definedTools(ana, defineKindTools({ vault, clock }));

/** Says something, and prints the calls of tools with their answers. */
async function say(prompt: string): Promise<void> {
  const { text } = await generateText({ model, tools, stopWhen: stepCountIs(5), prompt });
  console.log(`> ${prompt}`);
  for (const { content } of model.doGenerateCalls.at(-1)?.prompt ?? []) {
    if (typeof content === "string") continue;
    for (const part of content) {
      if (part.type === "tool-call") console.log(`  ${part.toolName}`);
      if (part.type !== "tool-result" || part.output.type !== "text") continue;
      for (const line of part.output.value.split("\n")) console.log(`    ${line}`);
    }
  }
  console.log(`  ${text}`);
}

await say("I am Ana, a carpenter in Porto");
await say("Yesterday I fetched a table in Braga, by train, with two helpers");
await say("I oil a table top like this: sand it, oil it thinly, wait a night");
await say(`The password of the router in the workshop is ${SECRET}`);
await say("怎么给桌面上油？");
await say("What was the password of the router?");

const kinds = createKinds({ memory: ana, vault, clock });
const { topic, text } = await kinds.context("How do I oil the top of the table?");
console.log(`\nBefore the next turn, recalled for “${topic}”`);
console.log(text);

const lines: string[] = [];
for await (const line of ana.export()) lines.push(JSON.stringify(line));
const calledWith = JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
console.log(`\nThe secret in an export: ${lines.join("\n").includes(SECRET)}`);
console.log(`The secret in the last prompt: ${calledWith.includes(SECRET)}`);

// Only code that holds the vault can grant the right to read.
const [router] = await kinds.search({ kind: "knowledge_vault", query: "router" });
const capability = vault.grant({ scope: ana.scopePath, reason: "Ana asked in the app" });
const secret = await kinds.reveal(router?.item.id ?? "", capability, { actor: "ana" });
console.log(`Read with a capability: ${secret}`);
const { items } = await ana.list({ kinds: ["vault-reading"] });
for (const { content } of items) console.log(`Written down: ${content}`);
await memory.close();
