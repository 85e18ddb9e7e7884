import type { Origin } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import { conversationsOf, fieldsOf, nameOf, objectsOf, onceKey } from "./foreign-fields.js";
import type { Fields } from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";

/** Origin by speaker; turns of `undefined` are instructions or calls of tools and no memories. */
const SPEAKERS: Readonly<Record<string, Origin | undefined>> = {
  human: "user",
  user: "user",
  gpt: "assistant",
  assistant: "assistant",
  model: "assistant",
  chatgpt: "assistant",
  bing: "assistant",
  bard: "assistant",
  tool: "tool",
  observation: "tool",
  function_response: "tool",
  function_call: undefined,
  system: undefined,
};

/**
 * Reads conversations in ShareGPT's form: a list of objects with `conversations`, each a list of
 * `{ from, value }`, or a single such object. Instructions and calls of tools are left out. The
 * thread is the `id`, or a hash of the conversation.
 * @throws `invalid-input` naming the conversation and the turn that is wrong.
 */
export function* shareGptMemories(data: unknown): Generator<ForeignMemory> {
  for (const [index, item] of conversationsOf(data, "ShareGPT", "conversations").entries()) {
    const name = `ShareGPT items[${index}]`;
    const fields = fieldsOf(item, name);
    const turns = [...objectsOf(fields["conversations"], `${name}.conversations`)].map(turnOf);
    const thread = nameOf(toText(fields["id"]), `${name}.id`) ?? threadOf(turns);
    for (const [position, { origin, content }] of turns.entries()) {
      if (origin === undefined || content.trim() === "") continue;
      const once = { system: "sharegpt", thread, id: String(position) };
      yield messageMemory({ ...once, origin, content, occurredAt: undefined, metadata: {} });
    }
  }
}

interface Turn {
  readonly origin: Origin | undefined;
  readonly content: string;
}

function turnOf({ fields, name }: { readonly fields: Fields; readonly name: string }): Turn {
  const { from, value } = fields;
  const speaker = checkOneOf(from, `${name}.from`, Object.keys(SPEAKERS));
  if (typeof value !== "string") throw invalidInput(`${name}.value`, "a string", value);
  return { origin: SPEAKERS[speaker], content: value };
}

/** Data sets number their conversations. */
function toText(id: unknown): unknown {
  return typeof id === "number" ? String(id) : id;
}

function threadOf(turns: readonly Turn[]): string {
  return onceKey("sharegpt", JSON.stringify(turns.map(({ origin, content }) => [origin, content])));
}
