import type { Origin } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import { conversationsOf, fieldsOf, itemsOf, nameOf, onceKey } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";
import { messageMemory } from "./message-memory.js";

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
    const turns = itemsOf(fields["conversations"], `${name}.conversations`, []).map((turn, place) =>
      turnOf(turn, `${name}.conversations[${place}]`),
    );
    const thread = nameOf(toText(fields["id"]), `${name}.id`) ?? threadOf(turns);
    for (const [place, { origin, content }] of turns.entries()) {
      if (origin === undefined || content.trim() === "") continue;
      const once = { system: "sharegpt", thread, id: String(place) };
      yield messageMemory({ ...once, origin, content, occurredAt: undefined, metadata: {} });
    }
  }
}

interface Turn {
  readonly origin: Origin | undefined;
  readonly content: string;
}

function turnOf(turn: unknown, name: string): Turn {
  const { from, value } = fieldsOf(turn, name);
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
