import assert from "node:assert/strict";

import { memoryMiddleware } from "@kioku/adapter-langchain/agent";
import { createMemory, inMemoryStore } from "@kioku/core";

async function main(): Promise<void> {
  // LangChain is there twice, for `import` and for `require`, and its types of one do not fit those
  // of the other.
  const { createAgent, AIMessage, HumanMessage } = await import("langchain");
  const { fakeModel } = await import("@langchain/core/testing");
  const memory = createMemory({ store: inMemoryStore() });
  await memory.remember("Ann is allergic to peanuts");
  const model = fakeModel().respond(new AIMessage("Take the curry."));
  const middleware = [memoryMiddleware({ memory, recall: { limit: 1 } })];
  const agent = createAgent({ model, middleware });
  await agent.invoke({ messages: [new HumanMessage("Is Ann allergic to anything?")] });
  const shown = model.calls[0]?.messages.map(({ text }) => text).join("\n");
  assert.match(shown ?? "", /allergic to peanuts/u);
  await memory.close();
}

void main();
