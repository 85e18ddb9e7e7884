import { AIMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

const MEMORY = /<memory id="(?<label>\w+)"[^>]*>(?<text>[^<]*)/u;

/** Returns the fake chat model's answer: the first memory of its prompt, cited. */
export function quote(messages: readonly BaseMessage[]): AIMessage {
  const { label = "", text = "" } = MEMORY.exec(messages.at(-1)?.text ?? "")?.groups ?? {};
  return new AIMessage(`${text.trim()} [${label}]`);
}
