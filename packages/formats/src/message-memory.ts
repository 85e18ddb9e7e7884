import type { JsonObject, Origin } from "@kioku/core";

import { withOnceKey } from "./foreign-fields.js";
import type { ForeignMemory } from "./foreign-memory.js";

/** A message of a conversation of another system. */
export interface ForeignMessage {
  /** The other system, for the idempotency key. */
  readonly system: string;
  /** The conversation. */
  readonly thread: string;
  /** Id or place of the message in its conversation. */
  readonly id: string;
  readonly origin: Origin;
  readonly content: string;
  readonly occurredAt: Date | undefined;
  readonly metadata: JsonObject;
}

/** Converts a message to a memory; the same message is remembered once, a changed one again. */
export function messageMemory(message: ForeignMessage): ForeignMemory {
  const { system, thread, id, origin, content, occurredAt, metadata } = message;
  const input = {
    content,
    kind: "message",
    thread,
    origin,
    metadata,
    ...(occurredAt ? { occurredAt } : {}),
  };
  return { scope: [], input: withOnceKey(input, system, id) };
}
