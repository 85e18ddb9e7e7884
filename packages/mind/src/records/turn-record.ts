import type { MemoryRecord } from "@kioku/core";

import type { Turn } from "../model/turn.js";

/** Longest part of a turn that is read, in UTF-16 units. */
const MAX_LENGTH = 20_000;
const OPENS = "<memories";
const CLOSES = "</memories>";

/** Reads a turn; `undefined` for what is no input: other kinds and origins, and blank texts. */
export function recordToTurn(record: MemoryRecord, kinds: readonly string[]): Turn | undefined {
  const { id, kind, origin, content, thread = "", speaker, trust, importance, form } = record;
  if (!kinds.includes(kind) || !isSaid(origin)) return undefined;
  const text = withoutMemories(content).slice(0, MAX_LENGTH).trim();
  if (text === "") return undefined;
  const role = origin === "assistant" ? "assistant" : "user";
  // An assistant is one, whatever name it speaks under.
  const subject = role === "assistant" || isAssistant(speaker) ? role : (speaker ?? role);
  const at = record.occurredAt ?? record.createdAt;
  return { id, text, thread, subject, role, at, trust, importance, form };
}

/** Tests if a user bears the name of the assistant, and would speak for it. */
function isAssistant(speaker = ""): boolean {
  return speaker.normalize("NFKC").trim().toLowerCase() === "assistant";
}

function isSaid(origin: MemoryRecord["origin"]): boolean {
  return origin === "user" || origin === "assistant" || origin === "import";
}

/** Cuts out memories that a host has put into a text; one that is not closed reaches to its end. */
function withoutMemories(text: string): string {
  if (!text.includes(OPENS)) return text;
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const opens = text.indexOf(OPENS, at);
    parts.push(text.slice(at, opens < 0 ? text.length : opens));
    const closes = opens < 0 ? -1 : text.indexOf(CLOSES, opens);
    if (closes < 0) break;
    at = closes + CLOSES.length;
  }
  return parts.join("");
}
