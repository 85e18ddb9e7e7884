import type { MemoryRecord } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";
import type { UIMessage } from "ai";

import type { Append } from "./append.js";
import { logKey, nextTurn } from "./log-records.js";
import type { LoggedMessage } from "./message-record.js";

/**
 * The keys of the messages that get a place after all that is there, by the hash of their id: the
 * new ones. Where the list is all of the chat, it is also all that follow the first one that is new
 * or stands too late, so that the log has the order of the list.
 */
export async function newKeys<Message extends UIMessage>(
  messages: readonly LoggedMessage[],
  known: ReadonlyMap<string, MemoryRecord>,
  { settings, chatId, forgetOthers, signal }: Append<Message>,
): Promise<ReadonlyMap<string, string>> {
  const placed = forgetOthers
    ? messages.slice(countInOrder(messages, known))
    : messages.filter(({ idHash }) => !known.has(idHash));
  const [first] = placed;
  if (!first) return new Map();
  const turn = await nextTurn(settings.memory, chatId, { signal });
  const call = first.idHash.slice(0, 12);
  return new Map(
    placed.map(({ idHash }, index) => [idHash, logKey({ chatId, turn, call, index, idHash })]),
  );
}

/** How many messages at the beginning of the list the log has in this order. */
function countInOrder(
  messages: readonly LoggedMessage[],
  known: ReadonlyMap<string, MemoryRecord>,
): number {
  let last = "";
  const end = messages.findIndex(({ idHash }) => {
    const key = known.get(idHash)?.key ?? "";
    const isLater = compareText(key, last) > 0;
    last = key;
    return !isLater;
  });
  return end === -1 ? messages.length : end;
}
