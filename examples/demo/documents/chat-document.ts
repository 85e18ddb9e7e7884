import { DemoError } from "../demo-error.ts";
import { fitName } from "./document.ts";
import type { Document } from "./document.ts";

const ORIGINS = { user: "user", assistant: "assistant", system: "system", tool: "tool" } as const;

type Role = keyof typeof ORIGINS;

interface ChatMessage {
  readonly role: Role;
  readonly content: string;
  readonly name?: string;
  readonly occurredAt?: Date;
}

/**
 * Turns a chat into memories, one per message, with the speaker as origin and the chat as thread.
 * @throws `not-json`, or `not-a-chat` naming the message and its problem.
 */
export function chatDocument(source: string, text: string): Document {
  const messages = parseChat(source, text);
  const inputs = messages.flatMap(({ role, content, name, occurredAt }, index) => {
    if (content.trim() === "") return [];
    return {
      key: fitName(`${source}#${index + 1}`),
      content,
      kind: "message",
      origin: ORIGINS[role],
      thread: fitName(source),
      metadata: { source },
      speaker: fitName(name ?? role),
      ...(occurredAt ? { occurredAt } : {}),
    };
  });
  return { source, inputs };
}

function parseChat(source: string, text: string): readonly ChatMessage[] {
  const value = parseJson(source, text);
  const wrong = (what: string): DemoError =>
    new DemoError(
      "not-a-chat",
      `${JSON.stringify(source)}: ${what}; a chat is [{ "role": "user", "content": "…" }]`,
    );
  if (!Array.isArray(value)) throw wrong(`expected a list of messages, found ${typeName(value)}`);
  return value.map((item: unknown, index) => {
    const message = toMessage(item);
    if (typeof message === "string") throw wrong(`message ${index + 1} ${message}`);
    return message;
  });
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replaceAll(/\s+/gu, " ") : "";
    const message = `${JSON.stringify(source)} is not JSON: ${reason}; mend it, or rename it to .txt`;
    throw new DemoError("not-json", message, cause);
  }
}

/** The message, or what is wrong with it. */
function toMessage(value: unknown): ChatMessage | string {
  if (typeof value !== "object" || value === null) return `is ${typeName(value)}, not an object`;
  const { role, content, name, occurredAt } = value as Readonly<Record<string, unknown>>;
  if (typeof role !== "string" || !Object.hasOwn(ORIGINS, role)) {
    const roles = Object.keys(ORIGINS).join(", ");
    return `has the role ${shown(role)}, which is none of ${roles}`;
  }
  if (typeof content !== "string") return `has ${typeName(content)} as content, not a string`;
  if (name !== undefined && typeof name !== "string") return `has a name that is not a string`;
  if (occurredAt === undefined) return { role: role as Role, content, ...(name ? { name } : {}) };
  const instant = typeof occurredAt === "string" ? new Date(occurredAt) : new Date(Number.NaN);
  if (Number.isNaN(instant.getTime())) {
    return `has ${shown(occurredAt)} as occurredAt, which is not an ISO 8601 instant`;
  }
  return { role: role as Role, content, ...(name ? { name } : {}), occurredAt: instant };
}

function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

function shown(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value).slice(0, 40);
}
