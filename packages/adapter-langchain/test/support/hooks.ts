import { AIMessage, HumanMessage } from "@langchain/core/messages";

import type { MemoryMiddleware } from "../../src/agent/index.js";

/** Calls the hook at the end by hand, as LangChain does where there is no AsyncLocalStorage. */
export async function end(middleware: unknown, runtime: object): Promise<void> {
  const { afterAgent } = middleware as Required<MemoryMiddleware>;
  const hook = typeof afterAgent === "function" ? afterAgent : afterAgent.hook;
  const messages = [new HumanMessage("I like tea"), new AIMessage("Noted.")];
  await hook({ messages }, runtime);
}

/** Calls the hook around the model by hand, and says what the model is sent. */
export async function callModel(
  middleware: unknown,
  runtime: object,
  messages: readonly HumanMessage[] = [new HumanMessage("green tea")],
): Promise<readonly string[]> {
  const { wrapModelCall: hook } = middleware as Required<MemoryMiddleware>;
  type Request = Parameters<typeof hook>[0];
  let sent: readonly string[] = [];
  await hook({ messages, state: { messages }, runtime } as unknown as Request, (request) => {
    sent = request.messages.map(({ text }) => text);
    return new AIMessage("Noted.");
  });
  return sent;
}
