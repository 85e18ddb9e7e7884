import type { Memory, MemoryRecord, RememberInput, WriteOptions } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import { MESSAGE_HASH } from "../turn/message-mark.js";
import { onceKey } from "./log-records.js";
import { LOG_FIELD } from "./message-record.js";
import type { LoggedMessage } from "./message-record.js";
import { readReceipt, WRITTEN } from "./outcome.js";
import type { Outcome } from "./outcome.js";

/** A message that is trusted no longer, with its record. */
export interface Rewrite {
  readonly chatId: string;
  readonly message: LoggedMessage;
  readonly record: MemoryRecord;
  /** What the record should say. */
  readonly input: RememberInput;
}

/** Whether what is not trusted would take the place of what is. */
export function losesTrust(
  record: MemoryRecord,
  { origin = "user", trust = 1 }: RememberInput,
): boolean {
  return isTrusted(record) && !isTrusted({ origin, trust });
}

/**
 * Writes text and trust at once, so that neither is ever there without the other. An update leaves
 * it as it is whether a record is recalled: where that changes, a second write sees to it, and
 * until then the record has the hash of what it was.
 */
export async function rewriteMessage(
  memory: Memory,
  { chatId, message, record, input }: Rewrite,
  options: WriteOptions,
): Promise<Outcome> {
  const { content, value, trust, metadata = {} } = input;
  const isFoundAsBefore = MESSAGE_HASH in record.metadata === MESSAGE_HASH in metadata;
  const { [LOG_FIELD]: before = null } = record.metadata;
  const facts = isFoundAsBefore ? {} : { [LOG_FIELD]: before };
  const { version } = await memory.update(
    record.id,
    { content, value, trust, metadata: { ...metadata, ...facts } },
    { ...options, ifVersion: record.version },
  );
  if (isFoundAsBefore) return WRITTEN;
  const idempotencyKey = onceKey(chatId, message.idHash, message.hash, String(version));
  const [receipt] = await memory.rememberAll([{ ...input, idempotencyKey }], options);
  return receipt ? readReceipt(receipt, message) : WRITTEN;
}
