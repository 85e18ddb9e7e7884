import { isTrusted } from "@kioku/core/toolkit";

import type { Turn } from "../model/turn.js";
import { asks, readRequest } from "../requests/read-request.js";
import { splitSentences } from "../text/sentences.js";
import { resolveWhen } from "./resolve-when.js";

/** A request of a user to be reminded, found in a turn. It has a time, a topic or both. */
export interface ReminderRequest {
  /** Text to tell: words of the turn, verbatim. */
  readonly text: string;
  /** From when it is due, by the time of the turn. */
  readonly dueAt?: Date;
  /** Topic that makes it due: words of the turn, verbatim. */
  readonly topic?: string;
  /** The sentence that asks for it, verbatim. */
  readonly quote: string;
}

/** Most requests of one turn. */
const MAX_REQUESTS = 10;
const MAX_TURN = 10_000;

/** Finds the requests of a user to be reminded, by time or topic, in English and Chinese. */
export async function readReminders(turn: Turn): Promise<readonly ReminderRequest[]> {
  const isTrustedUser = isTrusted({ origin: "user", trust: turn.trust });
  if (turn.role !== "user" || !isTrustedUser || !asks(turn.text)) return [];
  const found: ReminderRequest[] = [];
  let before = "";
  for (const sentence of splitSentences(turn.text.slice(0, MAX_TURN))) {
    if (found.length === MAX_REQUESTS) break;
    const request = await read(sentence, { turn, before });
    if (request) found.push(request);
    before = sentence;
  }
  return found;
}

async function read(
  sentence: string,
  { turn, before }: { readonly turn: Turn; readonly before: string },
): Promise<ReminderRequest | undefined> {
  const request = readRequest(sentence);
  if (!request) return undefined;
  const { when, topic } = request;
  const dueAt = when === undefined ? undefined : await resolveWhen(when, turn.at);
  if (dueAt === undefined && topic === undefined) return undefined;
  // "Remind me of it on Friday" is about the sentence before.
  const text = [request.text, before, sentence].map((one) => one.trim()).find((one) => one !== "");
  return {
    text: text ?? sentence,
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(topic === undefined ? {} : { topic }),
    quote: sentence,
  };
}
