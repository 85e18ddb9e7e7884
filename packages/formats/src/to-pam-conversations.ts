import type { JsonObject, Origin } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import type { PamExport } from "./pam-document.js";
import { conversationId, EPOCH, kiokuBlock, pamInstant } from "./to-pam-memory.js";
import type { KiokuRecord } from "./to-pam-memory.js";

const ROLES: Readonly<Record<Origin, string>> = {
  user: "user",
  assistant: "assistant",
  tool: "tool",
  system: "system",
  web: "tool",
  derived: "assistant",
  import: "user",
};

interface Conversation {
  readonly id: string;
  readonly facts: readonly KiokuRecord[];
  readonly messages: readonly KiokuRecord[];
}

/** Returns the index of all threads, and a file for each one with messages. */
export function toPamConversations(records: {
  readonly facts: readonly KiokuRecord[];
  readonly messages: readonly KiokuRecord[];
}): { readonly index: readonly JsonObject[]; readonly conversations: PamExport["conversations"] } {
  const facts = Map.groupBy(records.facts, ({ record }) => conversationId(record) ?? "");
  const messages = Map.groupBy(records.messages, ({ record }) => conversationId(record) ?? "");
  const ids = [...new Set([...facts.keys(), ...messages.keys()])].filter((id) => id !== "");
  const index: JsonObject[] = [];
  const conversations: { file: string; conversation: JsonObject }[] = [];
  for (const id of ids.toSorted(compareText)) {
    const said = (messages.get(id) ?? []).toSorted(asTheyHappened);
    const one = { id, facts: facts.get(id) ?? [], messages: said };
    const file = said.length === 0 ? undefined : `conversations/${conversations.length + 1}.json`;
    index.push(toIndexEntry(one, file));
    if (file !== undefined) conversations.push({ file, conversation: toConversation(one) });
  }
  return { index, conversations };
}

function toIndexEntry({ id, facts, messages }: Conversation, file: string | undefined): JsonObject {
  return {
    id,
    platform: "kioku",
    title: null,
    message_count: messages.length,
    temporal: timesOf([...facts, ...messages]),
    derived_memories: facts.map(({ pamId }) => pamId),
    ...(file === undefined ? {} : { storage: { type: "file", ref: file, format: "json" } }),
  };
}

function toConversation({ id, messages }: Conversation): JsonObject {
  const roles = new Set(messages.map(({ record }) => ROLES[record.origin]));
  return {
    schema: "portable-ai-memory-conversation",
    schema_version: "1.0",
    id,
    provider: { name: "kioku", conversation_id: messages[0]?.record.thread ?? null },
    title: null,
    temporal: timesOf(messages),
    participants: [...roles].map((role) => ({ role })),
    messages: messages.map(({ pamId, record }) => ({
      id: pamId,
      role: ROLES[record.origin],
      content: { type: "text", text: record.content },
      created_at: pamInstant(record.occurredAt ?? record.createdAt) ?? EPOCH,
      parent_id: null,
      children_ids: [],
      raw_metadata: { kioku: kiokuBlock(record) },
    })),
  };
}

function timesOf(records: readonly KiokuRecord[]): JsonObject {
  const times = records.map((one) => happenedAt(one));
  const instants = [Math.min(...times), Math.max(...times)].map((time) =>
    pamInstant(new Date(time)),
  );
  return { created_at: instants[0] ?? EPOCH, updated_at: instants[1] ?? null };
}

function asTheyHappened(a: KiokuRecord, b: KiokuRecord): number {
  return happenedAt(a) - happenedAt(b) || compareText(a.record.id, b.record.id);
}

function happenedAt({ record }: KiokuRecord): number {
  return (record.occurredAt ?? record.createdAt).getTime();
}
