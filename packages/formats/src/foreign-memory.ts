import type { JsonObject, Origin, RememberInput, Scope } from "@kioku/core";

import { withOnceKey } from "./foreign-fields.js";

/** A memory of another system, for `importMemories`. */
export interface ForeignMemory {
  /** Its scope below the one that it is imported into. */
  readonly scope: Scope;
  /** Input of `remember`. Its `idempotencyKey` makes a second import write nothing. */
  readonly input: RememberInput;
}

/** A message of a conversation of another system. */
interface ForeignMessage {
  /** Name of the system, for the idempotency key. */
  readonly system: string;
  readonly thread: string;
  /** Id or position of the message in its thread. */
  readonly id: string;
  /** Name of who said it, if the message has one. */
  readonly speaker?: string | undefined;
  readonly origin: Origin;
  readonly content: string;
  readonly occurredAt: Date | undefined;
  readonly metadata: JsonObject;
}

/** Converts a message to a memory, which is remembered again only if it has changed. */
export function messageMemory(message: ForeignMessage): ForeignMemory {
  const { system, thread, id, speaker, origin, content, occurredAt, metadata } = message;
  const input = {
    content,
    kind: "message",
    thread,
    ...(speaker === undefined ? {} : { speaker }),
    origin,
    metadata,
    ...(occurredAt ? { occurredAt } : {}),
  };
  return { scope: [], input: withOnceKey(input, system, id) };
}
