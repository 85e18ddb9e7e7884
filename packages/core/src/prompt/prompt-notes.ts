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
  /** Kind of memory; `note` and `message` are left out. */
  readonly kind?: string | undefined;
  /** When it happened; the text shows the day. */
  readonly at?: Date | undefined;
  /** Who said it, its origin unless `user` or `derived`, and its trust. Absent: nothing is told. */
  readonly source?: Pick<MemoryRecord, "origin" | "trust" | "speaker"> | undefined;
  /** True if a newer note says what holds now. */
  readonly isReplaced?: boolean | undefined;
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

/** Kinds and origins of most notes, which tell a model nothing: trust has its own attribute. */
const USUAL: ReadonlySet<unknown> = new Set(["note", "message", "user", "derived"]);

/** Writes one note on a line of its own. */
export function writeNote(note: PromptNote): string {
  const { label, text, kind, at, source, isReplaced, isShortened } = note;
  const trust = source && source.trust < 1 ? String(roundTrust(source.trust)) : undefined;
  const attributes = Object.entries({
    id: label,
    kind: USUAL.has(kind) ? undefined : kind,
    date: at?.toISOString().slice(0, 10),
    by: source?.speaker,
    from: USUAL.has(source?.origin) ? undefined : source?.origin,
    trust,
    replaced: isReplaced === true ? "true" : undefined,
    shortened: isShortened === true ? "true" : undefined,
  }).map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(value)}"`));
  return `<memory${attributes.join("")}>${escapeText(text)}</memory>`;
}

/** Rounds to two digits, but keeps a trusted one above 0.5. */
function roundTrust(trust: number): number {
  const rounded = Math.round(trust * 100) / 100;
  return rounded === 0.5 && trust > rounded ? 0.51 : rounded;
}
