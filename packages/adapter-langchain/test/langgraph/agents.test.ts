import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import type { ToolRuntime } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";

import { storeWorld } from "../support/langgraph-stores.js";

const NAMESPACE = ["users", "ada"];

function storeOf({ store }: { readonly store?: unknown }): Pick<BaseStore, "put" | "search"> {
  if (store === undefined || store === null) throw new Error("the run has no store");
  return store as BaseStore;
}

const noted = tool(
  async ({ key, text }: { key: string; text: string }, runtime: ToolRuntime) => {
    await storeOf(runtime).put(NAMESPACE, key, { text });
    return "noted";
  },
  {
    name: "note",
    description: "Notes something.",
    schema: {
      type: "object",
      properties: { key: { type: "string" }, text: { type: "string" } },
      required: ["key", "text"],
    },
  },
);

const asked = tool(
  async ({ query }: { query: string }, runtime: ToolRuntime) => {
    const found = await storeOf(runtime).search(["users"], { query, limit: 1 });
    return found.map(({ value }) => String(value["text"])).join("\n");
  },
  {
    name: "ask",
    description: "Looks something up.",
    schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
);

describe("MemoryBaseStore in LangGraph", () => {
  it("lets an agent remember on one thread and look up on another", async () => {
    const { store } = storeWorld({ fields: ["text"] });
    const model = fakeModel()
      .respondWithTools([
        { name: "note", args: { key: "tea", text: "Ada drinks green tea in the morning." } },
        { name: "note", args: { key: "cat", text: "Ada has a cat called Byron." } },
      ])
      .respond(new AIMessage("I will remember."))
      .respondWithTools([{ name: "ask", args: { query: "what is the cat called" } }])
      .respond(new AIMessage("Byron."));
    const agent = createAgent({
      model,
      tools: [noted, asked],
      store,
      checkpointer: new MemorySaver(),
    });
    const run = async (text: string, thread: string): Promise<string[]> => {
      const { messages } = await agent.invoke(
        { messages: [new HumanMessage(text)] },
        { configurable: { thread_id: thread } },
      );
      return messages.map(({ text: said }) => said);
    };
    await run("I drink green tea, and my cat is called Byron.", "monday");
    expect(await store.search(NAMESPACE)).toHaveLength(2);
    const said = await run("What is my cat called?", "tuesday");
    expect(said).toContain("Ada has a cat called Byron.");
    expect(said.at(-1)).toBe("Byron.");
  });

  it("is the store of a graph's nodes", async () => {
    const { store } = storeWorld({ fields: ["text"] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("keep", async ({ messages }, config: LangGraphRunnableConfig) => {
        const own = storeOf(config);
        const before = await own.search(NAMESPACE, { query: "tea" });
        await own.put(NAMESPACE, `m${before.length}`, { text: messages.at(-1)?.text });
        return { messages: [new AIMessage(`${before.length} known`)] };
      })
      .addEdge(START, "keep")
      .compile({ store });
    const last = async (text: string): Promise<unknown> => {
      const { messages } = await graph.invoke({ messages: [new HumanMessage(text)] });
      return messages.at(-1)?.content;
    };
    expect(await last("I like tea")).toBe("0 known");
    expect(await last("and coffee")).toBe("1 known");
    expect(await store.search([], { query: "tea" })).toMatchObject([
      { value: { text: "I like tea" } },
      { value: { text: "and coffee" } },
    ]);
  });
});
