import { AIMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableWithMessageHistory } from "@langchain/core/runnables";
import { fakeModel } from "@langchain/core/testing";
import { expect, test } from "vitest";

import { MemoryChatHistory } from "../../src/index.js";
import { letterMemory } from "../support/letter-memory.js";

/** A model that says how many messages it was shown, and what the last one was. */
function countingModel(): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (let call = 0; call < 10; call += 1) {
    model.respond(
      (messages: BaseMessage[]) => new AIMessage(`${messages.length}: ${messages.at(-1)?.text}`),
    );
  }
  return model;
}

const PROMPT = ChatPromptTemplate.fromMessages([
  ["system", "Be brief."],
  new MessagesPlaceholder("history"),
  ["human", "{question}"],
]);

test("RunnableWithMessageHistory remembers each session by itself, in the order of its turns", async () => {
  const memory = letterMemory();
  const chain = new RunnableWithMessageHistory({
    runnable: PROMPT.pipe(countingModel()),
    getMessageHistory: (sessionId: string) => new MemoryChatHistory({ memory, sessionId }),
    inputMessagesKey: "question",
    historyMessagesKey: "history",
  });
  const ask = async (sessionId: string, question: string): Promise<string> => {
    const answer = await chain.invoke({ question }, { configurable: { sessionId } });
    return (answer as AIMessage).text;
  };
  expect(await ask("ann", "one")).toBe("2: one");
  expect(await ask("bob", "eins")).toBe("2: eins");
  expect(await ask("ann", "two")).toBe("4: two");
  expect(await ask("bob", "zwei")).toBe("4: zwei");
  expect(await ask("ann", "three")).toBe("6: three");
  const said = async (sessionId: string): Promise<readonly string[]> => {
    const messages = await new MemoryChatHistory({ memory, sessionId }).getMessages();
    return messages.map(({ type, text }) => `${type} ${text}`);
  };
  expect(await said("ann")).toEqual([
    "human one",
    "ai 2: one",
    "human two",
    "ai 4: two",
    "human three",
    "ai 6: three",
  ]);
  expect(await said("bob")).toEqual(["human eins", "ai 2: eins", "human zwei", "ai 4: zwei"]);
  const [found] = await memory.recall({ query: "zwei", neighbours: 1 });
  expect(found).toMatchObject({ thread: "bob", kind: "message" });
});

test("a chain on messages alone stores what is new of them", async () => {
  const memory = letterMemory();
  const chain = new RunnableWithMessageHistory({
    runnable: countingModel(),
    getMessageHistory: (sessionId: string) => new MemoryChatHistory({ memory, sessionId }),
  });
  const config = { configurable: { sessionId: "s1" } };
  await chain.invoke("one", config);
  await chain.invoke("two", config);
  const messages = await new MemoryChatHistory({ memory, sessionId: "s1" }).getMessages();
  expect(messages.map(({ text }) => text)).toEqual(["one", "1: one", "two", "3: two"]);
});
