import type { MemoryRecord } from "../model/record.js";
import { tellsOfChange } from "./changes.js";
import { textScripts } from "./scripts.js";

type Trait = "question" | "smallTalk" | "byUser" | "byAssistant" | "namesTime" | "asks" | "changes";

/** Bits of `traits` beside those of scripts, 0 to 15. */
export const TRAITS: Readonly<Record<Trait, number>> = {
  question: 1 << 16,
  smallTalk: 1 << 17,
  byUser: 1 << 18,
  byAssistant: 1 << 19,
  namesTime: 1 << 20,
  asks: 1 << 21,
  changes: 1 << 22,
};

/** Tests if a record says that something is different now. */
export function tellsChange({ traits }: { readonly traits: number }): boolean {
  return (traits & TRAITS.changes) !== 0;
}

/** A text that ends with a question. */
const ASKS = /[?？؟][\s"'”’)\]）]*$/u;
const FORMS = { statement: 0, question: TRAITS.question, "small-talk": TRAITS.smallTalk };

/** Returns the traits of a record: its scripts, its form, its origin, and if it names a time. */
export function recordTraits(
  { content, form, origin }: Pick<MemoryRecord, "content" | "form" | "origin">,
  namesTime = false,
): number {
  const byUser = origin === "user" ? TRAITS.byUser : 0;
  const role = origin === "assistant" ? TRAITS.byAssistant : byUser;
  return (
    textScripts(content) |
    FORMS[form] |
    role |
    (namesTime ? TRAITS.namesTime : 0) |
    (ASKS.test(content.slice(-20)) ? TRAITS.asks : 0) |
    (form === "statement" && tellsOfChange(content) ? TRAITS.changes : 0)
  );
}
