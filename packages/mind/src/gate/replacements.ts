import { documentTerms, MOST_UNTRUSTED } from "@kioku/core/toolkit";

import type { Fact } from "../model/fact.js";
import type {
  EditBlockProposal,
  RefusalReason,
  RetractProposal,
  SupersedeProposal,
} from "../model/operation.js";
import { deniesFact, tellsExplicitChange } from "../rules/change-words.js";
import { hasNegation } from "../text/negation.js";
import { contentTerms, shareOf } from "./coverage.js";
import type { GateView } from "./gate-view.js";
import { isInText } from "./mentions.js";
import type { Passage } from "./passages.js";

/** Least share of the words of a fact without attribute that stand in one that replaces it. */
const LEAST_SHARED = 0.5;
/** Least share of the words of each fact that survive when several become one. */
const LEAST_SURVIVING = 0.7;
/** Least share of the words of a fact that stand in its denial. */
const LEAST_DENIED = 0.3;

/** Returns why a fact may not take the place of another one. */
export function supersedeProblem(
  proposal: SupersedeProposal,
  old: Fact,
  { passages, view }: { readonly passages: readonly Passage[]; readonly view: GateView },
): RefusalReason | undefined {
  if (proposal.subject !== old.subject) return "other-attribute";
  if (proposal.attribute !== old.attribute) return "other-attribute";
  const share = shareOfFact(old, proposal.text, view);
  if (old.attribute === undefined && share < LEAST_SHARED) return "other-attribute";
  const trust = trustOf(passages);
  if (isLessTrusted(trust, old)) return "untrusted";
  const isLater = passages.every(({ turn }) => turn.at >= old.occurredAt);
  const isChange = sentencesOf(passages).some((sentence) => tellsExplicitChange(sentence));
  return isLater && (isChange || trust > old.trust) ? undefined : "no-explicit-change";
}

/** Returns why a fact may not be ended without another one in its place. */
export function retractProblem(
  { by }: RetractProposal,
  old: Fact,
  { passages, view }: { readonly passages: readonly Passage[]; readonly view: GateView },
): RefusalReason | undefined {
  if (isLessTrusted(trustOf(passages), old)) return "untrusted";
  const isLater = passages.every(({ turn }) => turn.at >= old.occurredAt);
  const denials = sentencesOf(passages).filter(
    (sentence) => deniesFact(sentence) || tellsExplicitChange(sentence),
  );
  if (!isLater || denials.length === 0) return "no-explicit-change";
  // Rules know the attribute that ends: "I quit my job" does not say which.
  if (by === "rule") return undefined;
  return shareOfFact(old, denials.join("\n"), view) < LEAST_DENIED ? "low-coverage" : undefined;
}

/** Returns why facts may not become one, which has to keep all that they say. */
export function editProblem(
  proposal: EditBlockProposal,
  olds: readonly Fact[],
  { passages, view }: { readonly passages: readonly Passage[]; readonly view: GateView },
): RefusalReason | undefined {
  const { text, subject, attribute = olds[0]?.attribute, block = olds[0]?.block } = proposal;
  for (const old of olds) {
    const isOfBlock = old.subject === subject && old.block === block;
    const isSame = old.attribute === attribute && old.value === olds[0]?.value;
    if (!isOfBlock || !isSame) return "other-attribute";
    if (passages.length > 0 && isLessTrusted(trustOf(passages), old)) return "untrusted";
    if (hasNegation(old.text) !== hasNegation(text)) return "negation-differs";
    if (shareOfFact(old, text, view) < LEAST_SURVIVING) return "low-coverage";
    if (!isInText(old.text, `${text}\n${subject}`)) return "low-coverage";
  }
  return undefined;
}

function isLessTrusted(trust: number, old: Fact): boolean {
  return trust <= MOST_UNTRUSTED && old.trust > MOST_UNTRUSTED;
}

function trustOf(passages: readonly Passage[]): number {
  return Math.min(...passages.map(({ turn }) => turn.trust));
}

function sentencesOf(passages: readonly Passage[]): readonly string[] {
  return passages.flatMap(({ sentences }) => sentences);
}

function shareOfFact({ text, subject }: Fact, other: string, view: GateView): number {
  const terms = contentTerms(text, new Set(documentTerms(subject)));
  return shareOf(terms, new Set(documentTerms(other)), view.batch.weights);
}
