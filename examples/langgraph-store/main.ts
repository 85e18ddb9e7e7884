import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { MemoryBaseStore } from "@kioku/adapter-langchain/langgraph";
import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";

const folder = await mkdtemp(join(tmpdir(), "kioku-"));
// A clock set by hand, so that an item expires without waiting.
let now = new Date("2026-03-06T12:00:00Z");
const clock = (): Date => now;
const sqlite = sqliteStore({ path: join(folder, "graph.db") });
const memory = createMemory({ store: sqlite, embedder: localEmbedder(), clock });
const store = new MemoryBaseStore({ memory: memory.scope("langgraph"), fields: ["text"], clock });

const State = Annotation.Root({ message: Annotation<string>, answer: Annotation<string> });
const Context = Annotation.Root({ userId: Annotation<string> });
type Message = typeof State.State;

/**
 * Where the notes of a user are. The app says which user, at `invoke`; what a message says cannot
 * change it.
 */
function placeOf({ context }: LangGraphRunnableConfig): string[] {
  return ["users", String(context?.["userId"]), "notes"];
}

async function takeDown(
  { message }: Message,
  config: LangGraphRunnableConfig,
): Promise<Partial<Message>> {
  const thread = String(config.configurable?.["thread_id"]);
  await config.store?.put(placeOf(config), randomUUID(), { text: message, thread });
  return { answer: "noted" };
}

async function lookUp(
  { message }: Message,
  config: LangGraphRunnableConfig,
): Promise<Partial<Message>> {
  const found = await config.store?.search(placeOf(config), { query: message, limit: 1 });
  const note = found?.[0]?.value;
  return { answer: note ? `${note["text"]} (said in ${note["thread"]})` : "nothing is known" };
}

const graph = new StateGraph(State, Context)
  .addNode("takeDown", takeDown)
  .addNode("lookUp", lookUp)
  .addConditionalEdges(START, ({ message }) => (/[?？]$/u.test(message) ? "lookUp" : "takeDown"))
  .addEdge("takeDown", END)
  .addEdge("lookUp", END)
  // The checkpointer keeps the state of each thread, the store what is known in all of them.
  .compile({ store, checkpointer: new MemorySaver() });

async function say(userId: string, thread: string, message: string): Promise<void> {
  const config = { context: { userId }, configurable: { thread_id: thread } };
  const { answer } = await graph.invoke({ message }, config);
  console.log(`> ${userId}, ${thread}: ${message}\n  ${answer}`);
}

await say("ann", "monday", "My cat Pixel is afraid of hoovers");
await say("ann", "monday", "The train to Berlin leaves at nine");
await say("ann", "tuesday", "What scares my kitten?");
await say("ann", "wednesday", "去柏林的火车几点开？");
await say("bo", "tuesday", "What scares my kitten?");

await store.put(["users", "bo", "notes"], "bakery", { text: "The bakery opens at six", stars: 4 });
const liked = await store.search(["users"], { filter: { stars: { $gte: 4 } } });
console.log("four stars:", liked.map(({ value }) => String(value["text"])).join());
const namespaces = await store.listNamespaces({ prefix: ["users"] });
console.log("namespaces:", namespaces.map((labels) => labels.join("/")).join(", "));

// Ten minutes to live, and found by no query.
const codes = ["users", "ann", "codes"];
await store.put(codes, "door", { code: "4711" }, false, { ttl: 10 });
for (const minutes of [9, 2]) {
  now = new Date(now.getTime() + minutes * 60_000);
  const item = await store.get(codes, "door");
  console.log(`door code ${minutes} minutes later:`, item ? item.value["code"] : "gone");
}

await memory.close();
await rm(folder, { recursive: true });
