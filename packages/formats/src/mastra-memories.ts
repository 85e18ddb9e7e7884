import type { Origin, RememberInput } from "@kioku/core";
import { checkOneOf, invalidInput } from "@kioku/core/toolkit";

import {
  contentOf,
  fieldsOf,
  instantOf,
  itemsOf,
  nameOf,
  objectsOf,
  present,
  requiredName,
  titleOf,
  withOnceKey,
  type Fields,
} from "./foreign-fields.js";
import { messageMemory, type ForeignMemory } from "./foreign-memory.js";
import { observationsOf } from "./mastra-observations.js";

/** Origin by role; messages of `undefined` are instructions and no memories. */
const ROLES: Readonly<Record<string, Origin | undefined>> = {
  user: "user",
  assistant: "assistant",
  tool: "tool",
  signal: "user",
  system: undefined,
};
/** Types of signals with words of a user; the others are notices of the program. */
const USER_SIGNALS: ReadonlySet<unknown> = new Set(["user", "user-message"]);
/** Parts without words of a speaker: thoughts, calls of tools, sources, files, errors, data. */
const SILENT =
  /^(?:reasoning|redacted-reasoning|tool-.+|source|source-.+|file|image|step-start|error|data-.+)$/u;

/** The owner and the title of a thread. */
interface Thread {
  readonly owner: string | undefined;
  readonly title: string | undefined;
}

/**
 * Reads what a memory of Mastra holds: a list of messages, or an object with `messages`, `threads`,
 * `resources` and `observations`, as its storage answers or as rows of its tables. The resource
 * becomes the scope, working memory an entry, and each observation a memory.
 * @throws `invalid-input` naming the item that is wrong.
 */
export function* mastraMemories(data: unknown): Generator<ForeignMemory> {
  const fields: Fields = Array.isArray(data) ? { messages: data } : fieldsOf(data, "Mastra export");
  const { messages, threads: listed, resources, observations } = fields;
  if ([messages, listed, resources, observations].every((list) => list === undefined)) {
    itemsOf(data, "Mastra export", ["messages", "threads", "resources", "observations"]);
  }
  const threads = new Map<string, Thread>();
  for (const { fields: thread, name } of objectsOf(listed ?? [], "threads")) {
    const id = requiredName(thread["id"], `${name}.id`);
    const owner = nameOf(thread["resourceId"], `${name}.resourceId`);
    threads.set(id, { owner, title: titleOf(thread["title"]) });
    yield* workingMemory(thread, { name, thread: id, owner });
  }
  for (const one of objectsOf(messages ?? [], "messages")) {
    yield* toMessage(one.fields, one, threads);
  }
  for (const { fields: resource, name } of objectsOf(resources ?? [], "resources")) {
    const owner = requiredName(resource["id"], `${name}.id`);
    yield* workingMemory(resource, { name, thread: undefined, owner });
  }
  for (const one of objectsOf(observations ?? [], "observations")) {
    yield* observationsOf(one.fields, one.name);
  }
}

function* toMessage(
  message: Fields,
  { name, index }: { readonly name: string; readonly index: number },
  threads: ReadonlyMap<string, Thread>,
): Generator<ForeignMemory> {
  const role = checkOneOf(message["role"], `${name}.role`, Object.keys(ROLES));
  const thread = requiredName(message["threadId"] ?? message["thread_id"], `${name}.threadId`);
  const stored = jsonOf(message["content"]);
  const content = textOf(stored, `${name}.content`);
  const isNotice = role === "signal" && !USER_SIGNALS.has(signalOf(message, stored));
  const origin = isNotice ? undefined : ROLES[role];
  if (origin === undefined || content.trim() === "") return;
  const known = threads.get(thread);
  const owner = nameOf(message["resourceId"], `${name}.resourceId`) ?? known?.owner;
  const id = nameOf(message["id"], `${name}.id`) ?? String(index);
  const occurredAt = instantOf(message["createdAt"], `${name}.createdAt`);
  const metadata = present({ title: known?.title });
  const once = { system: "mastra", thread, id, origin, content, occurredAt, metadata };
  yield { ...messageMemory(once), scope: owner === undefined ? [] : [owner] };
}

/** Yields the working memory of a resource or a thread as an entry, if it has one. */
function* workingMemory(
  holder: Fields,
  place: {
    readonly name: string;
    readonly thread: string | undefined;
    readonly owner: string | undefined;
  },
): Generator<ForeignMemory> {
  const { name, thread, owner } = place;
  const metadata = jsonOf(holder["metadata"]);
  const text = holder["workingMemory"] ?? (Object(metadata) as Fields)["workingMemory"];
  if (text === undefined || text === null || text === "") return;
  const content = contentOf(text, `${name}.workingMemory`);
  const occurredAt = instantOf(holder["updatedAt"], `${name}.updatedAt`);
  const input: RememberInput = {
    content,
    key: thread === undefined ? "working-memory" : `working-memory/${thread}`,
    value: content,
    kind: "entry",
    origin: "import",
    ...(thread === undefined ? {} : { thread }),
    ...(occurredAt ? { occurredAt } : {}),
  };
  // One that has changed since is a new version of the same entry.
  yield { scope: owner === undefined ? [] : [owner], input: withOnceKey(input, "mastra") };
}

/** Returns the value of a text that is JSON, as columns of tables are, or the value itself. */
function jsonOf(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Returns the type of a signal: its own, or that of the message. */
function signalOf(message: Fields, stored: unknown): unknown {
  const { metadata } = Object(stored) as { readonly metadata?: unknown };
  const { signal } = Object(metadata) as { readonly signal?: unknown };
  return (Object(signal) as Fields)["type"] ?? message["type"];
}

/** Returns the words of a content: a text or parts, of the first format or the second. */
function textOf(stored: unknown, name: string): string {
  if (typeof stored === "string") return stored;
  const list = itemsOf(stored, name, ["parts"]);
  const texts = list.map((part, index): string => {
    const at = `${name}.parts[${index}]`;
    const { type, text } = fieldsOf(part, at);
    if (type === "text") {
      if (typeof text !== "string") throw invalidInput(`${at}.text`, "a string", text);
      return text;
    }
    if (typeof type === "string" && SILENT.test(type)) return "";
    throw invalidInput(`${at}.type`, "text or another type of part of Mastra", type);
  });
  return texts.filter((text) => text !== "").join("\n");
}
