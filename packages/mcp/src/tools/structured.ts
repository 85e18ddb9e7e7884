import { derivableTrust, MOST_UNTRUSTED, visibleText } from "@kioku/core/toolkit";
import type { ListSchema, ObjectSchema, ShownMemory, TextSchema, ToolAnswer } from "@kioku/tools";

/** Most characters of a memory in a structured answer. */
const MAX_CONTENT = 2_000;

/** Answer for programs, or a part of one. */
type StructuredAnswer = Readonly<Record<string, unknown>>;

/** Schema of any text. */
export const TEXT: TextSchema = { type: "string" };

/** Argument for the id of a memory. */
export const ID: TextSchema = { type: "string", description: "Its id, as recall shows it." };

/** Schema of memories in a structured answer. */
export const MEMORIES: ListSchema = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: TEXT,
      content: TEXT,
      trust: { type: "number", minimum: 0, maximum: 1 },
      untrusted: { type: "boolean" },
    },
  },
};

/** Returns the schema of structured answers. Only their status is always there. */
export function answerSchema(properties: ObjectSchema["properties"]): ObjectSchema {
  return { type: "object", properties: { status: TEXT, ...properties }, required: ["status"] };
}

/** Returns an answer without memories for programs, with its words. */
export function structuredWords({ status, text, id, trust }: ToolAnswer): StructuredAnswer {
  return {
    status,
    message: visibleText(text),
    ...(id === undefined ? {} : { id }),
    ...(trust === undefined ? {} : { trust }),
  };
}

/** Returns memories for programs: each text stands beside its trust. */
export function structuredMemories(memories: readonly ShownMemory[]): readonly StructuredAnswer[] {
  return memories.map((memory) => {
    const { id, content, kind, origin, citation, createdAt, occurredAt, thread } = memory;
    const trust = derivableTrust(memory);
    return {
      id,
      content: visibleText(shorten(content, MAX_CONTENT)),
      ...(content.length > MAX_CONTENT ? { shortened: true } : {}),
      kind,
      origin,
      trust,
      ...(trust <= MOST_UNTRUSTED ? { untrusted: true } : {}),
      citation,
      createdAt,
      ...(occurredAt === undefined ? {} : { occurredAt }),
      ...(thread === undefined ? {} : { thread }),
    };
  });
}

/** Returns the beginning of a text, which never ends within a character. */
export function shorten(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, "") : text;
}

/** Returns a value as JSON has it, with instants as texts, and without unseen characters. */
export function plainJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), visibleValue) as T;
}

function visibleValue(_name: string, value: unknown): unknown {
  return typeof value === "string" ? visibleText(value) : value;
}
