import { normalizeSentence } from "../model/claim-hash.js";
import type { Evidence } from "../model/fact.js";
import type { RefusalReason } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import { sentencesAt } from "../text/sentences.js";
import { findQuote, isShort, type Span } from "./find-quote.js";

/** A quote found in its turn. */
export interface Passage {
  readonly turn: Turn;
  /** Words of the turn as they stand there. */
  readonly quote: string;
  /** The quote with the rest of the clauses it begins and ends in. */
  readonly clauses: string;
  /** The whole sentences that the quote is of. */
  readonly sentences: readonly string[];
}

/** A sentence with the passages that should prove it. */
export interface Claim {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Text of facts that it is made of, too; "" if of none. */
  readonly known: string;
}

const CLAUSE_END =
  /[,;:.!?…\n，；：。！？—–]| - |\b(?:but|because|so|although|though|while)\b|但|而且|因为|所以/iu;

/** Finds the quotes of a proposal, or returns why one is refused. */
export function findPassages(
  evidence: readonly Evidence[],
  turns: ReadonlyMap<string, Turn>,
): readonly Passage[] | RefusalReason {
  const passages: Passage[] = [];
  for (const { source } of evidence) if (!turns.has(source)) return "unknown-source";
  for (const { source, quote } of evidence) {
    const turn = turns.get(source);
    const span = turn && findQuote(turn.text, quote);
    if (!span) return "quote-not-found";
    const passage = toPassage(turn, span);
    if (isShort(passage.quote) && !isWhole(passage)) return "quote-not-found";
    const isNew = passages.every((one) => one.turn !== turn || one.quote !== passage.quote);
    if (isNew) passages.push(passage);
  }
  return passages.length === 0 ? "unknown-source" : passages;
}

/** Splits a text at the ends of its clauses. */
export function splitClauses(text: string): readonly string[] {
  return text.split(CLAUSE_END).filter((clause) => clause.trim() !== "");
}

/** Tests if a quote is a sentence, not a part of one. */
function isWhole({ quote, sentences }: Passage): boolean {
  return sentences.some((one) => normalizeSentence(one) === normalizeSentence(quote));
}

function toPassage(turn: Turn, span: Span): Passage {
  const { text } = turn;
  const sentences = sentencesAt(text, span);
  const before = text.slice(0, span.start).split(CLAUSE_END).at(-1) ?? "";
  const after = text.slice(span.end).split(CLAUSE_END, 1)[0] ?? "";
  const quote = text.slice(span.start, span.end);
  return { turn, quote, clauses: before + quote + after, sentences };
}

/** Returns the passages as quotes with the ids of their turns. */
export function evidenceOf(passages: readonly Passage[]): readonly Evidence[] {
  return passages.map(({ turn, quote }) => ({ source: turn.id, quote }));
}

/** Unites lists of passages, each of which stands once. */
export function uniteEvidence(lists: readonly (readonly Evidence[])[]): readonly Evidence[] {
  const united = new Map<string, Evidence>();
  for (const one of lists.flat()) {
    const name = JSON.stringify([one.source, one.quote]);
    if (!united.has(name)) united.set(name, one);
  }
  return [...united.values()];
}

/** Returns the passages that a list does not have yet. */
export function newEvidence(
  found: readonly Evidence[],
  known: readonly Evidence[],
): readonly Evidence[] {
  return uniteEvidence([known, found]).slice(uniteEvidence([known]).length);
}
