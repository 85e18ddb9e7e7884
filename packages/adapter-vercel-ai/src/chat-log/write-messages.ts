import { MemoryError } from "@kioku/core";
import type { Memory, MemoryRecord, Receipt, RememberInput, WriteOptions } from "@kioku/core";
import { compareText, isTrusted } from "@kioku/core/toolkit";

import { MESSAGE_HASH } from "../turn/prompt-words.js";
import type { Append } from "./chat-log-options.js";
import { logKey, nextTurn, onceKey } from "./log-records.js";
import { factsOf, LOG_FIELD, toRememberInput, type LoggedMessage } from "./message-record.js";

interface Draft {
  readonly message: LoggedMessage;
  readonly input: RememberInput;
}

/** Message whose trust falls, and its record. */
interface Rewrite extends Draft {
  readonly chatId: string;
  readonly record: MemoryRecord;
}

/**
 * Writes new and changed messages in one batch. Messages whose trust falls follow one by one, since
 * a batch cannot replace trusted by untrusted content; then known messages that move.
 * @throws `invalid-input` for a message that changes its role.
 */
export async function writeMessages(
  messages: readonly LoggedMessage[],
  records: readonly MemoryRecord[],
  call: Append,
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
    const input = inputOf(message, record ?? keys.get(message.idHash), call);
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
    outcomes.push(await outcomeOf(async () => void (await memory.update(id, { key }, options))));
  }
  return {
    isLost: outcomes.some(({ isLost }) => isLost),
    refused: outcomes.find(({ refused }) => refused)?.refused,
  };
}

/** Writes drafts in one batch, which fails as a whole if another call changed one of them. */
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
  });
  return [whole, ...outcomes];
}

/** Returns the next version of a record in its old position, or a new record under a key. */
function inputOf(
  message: LoggedMessage,
  before: MemoryRecord | string | undefined,
  { settings, chatId }: Append,
): RememberInput {
  if (typeof before !== "object") {
    const idempotencyKey = onceKey(chatId, message.idHash);
    return { ...toRememberInput(message, settings), thread: chatId, key: before, idempotencyKey };
  }
  const { id, key, version, metadata, origin } = before;
  const input = toRememberInput(message, settings, metadata);
  if (input.origin !== origin) {
    const problem = `the message of record ${id} is of ${origin} and cannot become one of ${input.origin}`;
    throw new MemoryError("invalid-input", `${problem}; give the other message another id`);
  }
  const idempotencyKey = onceKey(chatId, message.idHash, message.hash, String(version));
  return { ...input, key, idempotencyKey };
}

/**
 * Returns keys, by id hash, for the messages that go to the end of the log: the new ones and, if
 * the list is the whole chat, all after the first that is new or out of order.
 */
async function newKeys(
  messages: readonly LoggedMessage[],
  known: ReadonlyMap<string, MemoryRecord>,
  { settings, chatId, forgetOthers, signal }: Append,
): Promise<ReadonlyMap<string, string>> {
  const appended = forgetOthers
    ? messages.slice(countInOrder(messages, known))
    : messages.filter(({ idHash }) => !known.has(idHash));
  const [first] = appended;
  if (!first) return new Map();
  const turn = await nextTurn(settings.memory, chatId, { signal });
  const call = first.idHash.slice(0, 12);
  return new Map(
    appended.map(({ idHash }, index) => [idHash, logKey({ chatId, turn, call, index, idHash })]),
  );
}

/** Counts the leading messages that the log holds in this order. */
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

/** Outcome of writing one message or several. */
interface Outcome {
  /** True if another call wrote the message differently. */
  readonly isLost: boolean;
  /** Veto of a plugin. */
  readonly refused?: MemoryError | undefined;
}

const WRITTEN: Outcome = { isLost: false };
const LOST: Outcome = { isLost: true };

/** Returns the outcome that a receipt reports for its message. */
function readReceipt(receipt: Receipt, message: LoggedMessage | undefined): Outcome {
  if (receipt.status === "rejected") {
    const problem = `a message of the chat was refused by ${receipt.by}: ${receipt.reason}`;
    return { isLost: false, refused: new MemoryError("rejected-by-plugin", problem) };
  }
  const isOther = receipt.status === "duplicate" && factsOf(receipt.record)?.hash !== message?.hash;
  return isOther ? LOST : WRITTEN;
}

/** Runs a write and maps conflicts and vetoes to an outcome; a write without one succeeds. */
async function outcomeOf(work: () => Promise<Outcome | undefined>): Promise<Outcome> {
  try {
    return (await work()) ?? WRITTEN;
  } catch (error) {
    if (MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found")) return LOST;
    if (MemoryError.is(error, "rejected-by-plugin")) return { isLost: false, refused: error };
    throw error;
  }
}

/** Returns true if an untrusted message would replace a trusted record. */
function losesTrust(record: MemoryRecord, { origin = "user", trust = 1 }: RememberInput): boolean {
  return isTrusted(record) && !isTrusted({ origin, trust });
}

/**
 * Writes text and trust in one update. An update keeps the `index` option, so where that changes a
 * second write follows; until then the record keeps its old hash.
 */
async function rewriteMessage(
  memory: Memory,
  { chatId, message, record, input }: Rewrite,
  options: WriteOptions,
): Promise<Outcome> {
  const { content, value, speaker, trust, metadata = {} } = input;
  const isIndexedAsBefore = MESSAGE_HASH in record.metadata === MESSAGE_HASH in metadata;
  const { [LOG_FIELD]: before = null } = record.metadata;
  const facts = isIndexedAsBefore ? {} : { [LOG_FIELD]: before };
  const { version } = await memory.update(
    record.id,
    { content, value, speaker, trust, metadata: { ...metadata, ...facts } },
    { ...options, ifVersion: record.version },
  );
  if (isIndexedAsBefore) return WRITTEN;
  const idempotencyKey = onceKey(chatId, message.idHash, message.hash, String(version));
  const [receipt] = await memory.rememberAll([{ ...input, idempotencyKey }], options);
  return receipt ? readReceipt(receipt, message) : WRITTEN;
}
