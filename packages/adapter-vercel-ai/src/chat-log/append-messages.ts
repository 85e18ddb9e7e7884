import { MemoryError, type MemoryRecord } from "@kioku/core";

import type { Append } from "./chat-log-options.js";
import { listLog, logFilter } from "./log-records.js";
import { factsOf, LOG_FIELD, type LoggedMessage } from "./message-record.js";
import { writeMessages } from "./write-messages.js";

/** Most attempts at writing while other calls change the same messages. */
const MAX_ATTEMPTS = 16;
/** Most ids in one filter. */
const MAX_IDS = 500;

/**
 * Writes messages that are new or changed, then forgets those that the log must no longer hold. A
 * plugin's veto stops neither: it is thrown at the end.
 */
export async function appendMessages(
  messages: readonly LoggedMessage[],
  call: Append,
): Promise<void> {
  const given = new Set(messages.map(({ idHash }) => idHash));
  let others: readonly MemoryRecord[] | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const records = await findRecords([...given], call);
    others ??= records.filter((record) => !given.has(factsOf(record)?.id ?? ""));
    const { isLost, refused } = await writeMessages(messages, records, call);
    if (isLost && attempt < MAX_ATTEMPTS) continue;
    if (isLost) {
      const problem = "other calls keep changing the same messages of the chat; append them again";
      throw new MemoryError("conflict", problem, { retryable: true });
    }
    if (call.forgetOthers) await forgetRecords(others, call);
    if (refused) throw refused;
    return;
  }
}

/** Reads the records of these messages, and more if one read of the whole log is faster. */
async function findRecords(
  idHashes: readonly string[],
  { settings: { memory }, chatId, forgetOthers, signal }: Append,
): Promise<readonly MemoryRecord[]> {
  if (forgetOthers || idHashes.length > MAX_IDS) return listLog(memory, chatId, { signal });
  if (idHashes.length === 0) return [];
  const only = { [`${LOG_FIELD}.id`]: { $in: idHashes } };
  return listLog(memory, chatId, { only, signal });
}

async function forgetRecords(
  records: readonly MemoryRecord[],
  { settings, chatId, signal, actor, cause }: Append,
): Promise<void> {
  for (let start = 0; start < records.length; start += MAX_IDS) {
    const $in = records.slice(start, start + MAX_IDS).map(({ id }) => id);
    const filter = { $and: [logFilter(chatId), { "@id": { $in } }] };
    await settings.memory.forget({ filter }, { signal, actor, cause });
  }
}
