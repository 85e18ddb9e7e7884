import { MemoryError } from "@kioku/core";
import type { Memory, MemoryRecord, RememberInput, WriteOptions } from "@kioku/core";
import type { UIMessage } from "ai";

import type { Append } from "./append.js";
import { onceKey } from "./log-records.js";
import { factsOf, toRememberInput } from "./message-record.js";
import type { LoggedMessage } from "./message-record.js";
import { newKeys } from "./new-keys.js";
import { outcomeOf, readReceipt, WRITTEN } from "./outcome.js";
import type { Outcome } from "./outcome.js";
import { losesTrust, rewriteMessage } from "./rewrite-message.js";
import type { Rewrite } from "./rewrite-message.js";

/** A message that is new, or that the log holds otherwise, as it is to be remembered. */
interface Draft {
  readonly message: LoggedMessage;
  readonly input: RememberInput;
}

/**
 * Writes new messages and changed ones in one batch. After it come, one by one, those whose trust
 * falls, since a batch refuses to put what is not trusted in the place of what is, and known ones
 * that get another place.
 * @throws `invalid-input` for a message that would be of another role.
 */
export async function writeMessages<Message extends UIMessage>(
  messages: readonly LoggedMessage[],
  records: readonly MemoryRecord[],
  call: Append<Message>,
): Promise<Outcome> {
  const { settings, chatId, signal, actor, cause } = call;
  const { memory } = settings;
  const options = { signal, actor, cause };
  const known = new Map(records.map((record) => [factsOf(record)?.id ?? "", record]));
  const keys = await newKeys(messages, known, call);
  const drafts: Draft[] = [];
  const falling: Rewrite[] = [];
  for (const message of messages) {
    const record = known.get(message.idHash);
    if (record && factsOf(record)?.hash === message.hash) continue;
    const input = record
      ? changedInput(message, record, call)
      : newInput(message, keys.get(message.idHash), call);
    if (record && losesTrust(record, input)) falling.push({ chatId, message, record, input });
    else drafts.push({ message, input });
  }
  const outcomes = await writeDrafts(memory, drafts, options);
  for (const rewrite of falling) {
    outcomes.push(await outcomeOf(() => rewriteMessage(memory, rewrite, options)));
  }
  for (const [idHash, key] of keys) {
    const id = known.get(idHash)?.id;
    if (id === undefined) continue;
    outcomes.push(
      await outcomeOf(async () => {
        await memory.update(id, { key }, options);
        return WRITTEN;
      }),
    );
  }
  return {
    isLost: outcomes.some(({ isLost }) => isLost),
    refused: outcomes.find(({ refused }) => refused)?.refused,
  };
}

/**
 * Writes the drafts in one batch, which is lost as a whole if another call wrote one of the
 * messages otherwise.
 */
async function writeDrafts(
  memory: Memory,
  drafts: readonly Draft[],
  options: WriteOptions,
): Promise<Outcome[]> {
  if (drafts.length === 0) return [];
  const inputs = drafts.map(({ input }) => input);
  const outcomes: Outcome[] = [];
  const whole = await outcomeOf(async () => {
    const receipts = await memory.rememberAll(inputs, options);
    for (const [index, receipt] of receipts.entries()) {
      outcomes.push(readReceipt(receipt, drafts[index]?.message));
    }
    return WRITTEN;
  });
  return [whole, ...outcomes];
}

function newInput<Message extends UIMessage>(
  message: LoggedMessage,
  key: string | undefined,
  { settings, chatId }: Append<Message>,
): RememberInput {
  return {
    ...toRememberInput(message, settings),
    thread: chatId,
    key,
    idempotencyKey: onceKey(chatId, message.idHash),
  };
}

/** The next version of a record, in its old place. */
function changedInput<Message extends UIMessage>(
  message: LoggedMessage,
  { id, key, version, metadata, origin: before }: MemoryRecord,
  { settings, chatId }: Append<Message>,
): RememberInput {
  const input = toRememberInput(message, settings, metadata);
  if (input.origin !== before) {
    const problem = `the message of record ${id} is of ${before} and cannot become one of ${input.origin}`;
    throw new MemoryError("invalid-input", `${problem}; give the other message another id`);
  }
  const idempotencyKey = onceKey(chatId, message.idHash, message.hash, String(version));
  return { ...input, key, idempotencyKey };
}
