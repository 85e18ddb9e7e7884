import { checkList } from "../internal/check/check.js";
import type { MemoryRecord } from "../model/record.js";
import { isTrusted } from "../model/trust.js";
import { CAUTION, usualPreamble } from "./check-prompt-options.js";
import { escapeAttribute, escapeText } from "./escape.js";

/** A text of a prompt, and what is known of it. */
export interface PromptNote {
  /** `m1`, `m2`, … to be cited by; left out of the text if absent. */
  readonly label?: string | undefined;
  /** Escaped, so that it cannot break the fence. */
  readonly text: string;
  /** Kind of memory. */
  readonly kind?: string | undefined;
  /** When it happened; the text shows the day. */
  readonly at?: Date | undefined;
  /** Where it is from and how far it is trusted. Absent: the text claims nothing. */
  readonly source?: Pick<MemoryRecord, "origin" | "trust"> | undefined;
  /** True if `text` is a part of it. */
  readonly isShortened?: boolean | undefined;
}

/**
 * Writes notes as text of a prompt, as `memory.context` does: each fenced and labelled, below what
 * the model has to know of them. No notes give an empty text.
 */
export function writeNotes(notes: readonly PromptNote[]): string {
  checkList(notes, "notes", "a list of notes");
  if (notes.length === 0) return "";
  const preamble = usualPreamble(notes.some(({ label }) => label !== undefined));
  const isCautious = notes.some(({ source }) => source && !isTrusted(source));
  const lines = notes.map((note) => `${writeNote(note)}\n`).join("");
  return wrapNotes(lines, isCautious ? `${preamble}${CAUTION}` : preamble);
}

/** Puts the fence around all notes. */
export function wrapNotes(lines: string, preamble: string): string {
  return `<memories note="${escapeAttribute(preamble)}">\n${lines}</memories>`;
}

/** Writes one note on a line of its own. */
export function writeNote({ label, text, kind, at, source, isShortened }: PromptNote): string {
  const trust = source && source.trust < 1 ? String(roundTrust(source.trust)) : undefined;
  const attributes = Object.entries({
    id: label,
    kind,
    date: at?.toISOString().slice(0, 10),
    from: source?.origin,
    trust,
    shortened: isShortened === true ? "true" : undefined,
  }).map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(value)}"`));
  return `<memory${attributes.join("")}>${escapeText(text)}</memory>`;
}

/** Rounds to two digits, but keeps a trusted one above 0.5. */
function roundTrust(trust: number): number {
  const rounded = Math.round(trust * 100) / 100;
  return rounded === 0.5 && trust > rounded ? 0.51 : rounded;
}
