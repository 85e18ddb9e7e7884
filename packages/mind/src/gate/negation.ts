import { hasNegation } from "../text/negation.js";
import { contentTerms, termSet } from "./coverage.js";
import type { GateView } from "./gate-view.js";
import { splitClauses, type Passage } from "./passages.js";

/** Denials of forgetting and the like, which state what comes after them. */
const STATES =
  /\b(?:never|not|n['’]t|won['’]t|don['’]t|can['’]t) (?:ever )?(?:forget|miss|stop|help|believe)\b|\bnothing like\b|\bnot[- ]so\b|别忘了?|不会忘|忘不了/giu;
const TOKENS = /\p{sc=Han}|[^\s\p{sc=Han}]+/gu;
/** Most tokens of a clause that are looked at. */
const MAX_TOKENS = 100;

/**
 * Tests if a text denies and its quotes do not, or the other way round: most of its words that
 * stand in them come after a word of negation.
 */
export function negationDiffers(
  text: string,
  passages: readonly Passage[],
  view: GateView,
): boolean {
  const clauses = passages.flatMap((passage) => splitClauses(passage.clauses));
  if (hasNegation(text.replaceAll(STATES, " ")))
    return !clauses.some((clause) => hasNegation(clause));
  const parts = clauses.map((clause) => splitAtNegation(clause.replaceAll(STATES, " ")));
  if (parts.every(({ denied }) => denied === "")) return false;
  const stated = termSet(parts.map((part) => part.stated));
  const denied = termSet(parts.map((part) => part.denied));
  const terms = contentTerms(text, termSet(view.speakers));
  let [inStated, inDenied] = [0, 0];
  for (const term of terms) {
    const weight = view.batch.weights.weightOf(term);
    if (stated.has(term)) inStated += weight;
    else if (denied.has(term)) inDenied += weight;
  }
  return inDenied > 0 ? inDenied >= inStated : inStated === 0;
}

/** Splits a clause before its first word of negation. */
function splitAtNegation(clause: string): { readonly stated: string; readonly denied: string } {
  if (!hasNegation(clause)) return { stated: clause, denied: "" };
  for (const token of [...clause.matchAll(TOKENS)].slice(0, MAX_TOKENS)) {
    const { index, 0: word } = token;
    const isNegation = hasNegation(clause.slice(0, index + word.length));
    if (isNegation && hasNegation(clause.slice(index))) {
      return { stated: clause.slice(0, index), denied: clause.slice(index) };
    }
  }
  return { stated: "", denied: clause };
}
