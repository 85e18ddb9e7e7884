import { MemoryError } from "@kioku/core";
import type { MemoryRecord } from "@kioku/core";
import type { UIMessage } from "ai";

import type { Append } from "./append.js";
import { findLogged, listLog, logFilter, MAX_IDS } from "./log-records.js";
import { factsOf } from "./message-record.js";
import type { LoggedMessage } from "./message-record.js";
import { writeMessages } from "./write-messages.js";

/** How often what others changed meanwhile is looked at again. */
const MAX_ATTEMPTS = 16;

/**
 * Writes what the log does not hold, or holds otherwise or elsewhere, and then forgets what it
 * should no longer hold. A veto keeps from neither: it is thrown when all is done.
 */
export async function appendMessages<Message extends UIMessage>(
  messages: readonly LoggedMessage[],
  call: Append<Message>,
): Promise<void> {
  let others: readonly MemoryRecord[] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const records = await findRecords(messages, call);
    others ??= othersOf(records, messages, call);
    const { isLost, refused } = await writeMessages(messages, records, call);
    if (isLost && attempt < MAX_ATTEMPTS) continue;
    if (isLost) {
      const problem = "other calls keep changing the same messages of the chat; append them again";
      throw new MemoryError("conflict", problem, { retryable: true });
    }
    await forgetRecords(others, call);
    if (refused) throw refused;
    return;
  }
}

/** The records of these messages; with `forgetOthers` those of all messages of the chat. */
async function findRecords<Message extends UIMessage>(
  messages: readonly LoggedMessage[],
  { settings: { memory }, chatId, forgetOthers, signal }: Append<Message>,
): Promise<readonly MemoryRecord[]> {
  if (forgetOthers) return listLog(memory, chatId, { signal });
  const idHashes = messages.map(({ idHash }) => idHash);
  return findLogged(memory, chatId, { idHashes, signal });
}

function othersOf<Message extends UIMessage>(
  records: readonly MemoryRecord[],
  messages: readonly LoggedMessage[],
  { forgetOthers }: Append<Message>,
): readonly MemoryRecord[] {
  if (!forgetOthers) return [];
  const given = new Set(messages.map(({ idHash }) => idHash));
  return records.filter((record) => !given.has(factsOf(record)?.id ?? ""));
}

async function forgetRecords<Message extends UIMessage>(
  records: readonly MemoryRecord[],
  { settings, chatId, signal, actor, cause }: Append<Message>,
): Promise<void> {
  for (let start = 0; start < records.length; start += MAX_IDS) {
    const $in = records.slice(start, start + MAX_IDS).map(({ id }) => id);
    const filter = { $and: [logFilter(chatId), { "@id": { $in } }] };
    await settings.memory.forget({ filter }, { signal, actor, cause });
  }
}
