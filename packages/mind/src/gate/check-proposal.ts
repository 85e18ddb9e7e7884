import { documentTerms } from "@kioku/core/toolkit";

import type { Fact, NewFact } from "../model/fact.js";
import type { Change, Proposal, RefusalReason } from "../model/operation.js";
import { normalizeValue } from "../rules/attribute-value.js";
import { attributeOf } from "../rules/attributes.js";
import { attributeProblem, statementProblem } from "../rules/stated.js";
import { claimProblem, isVerbatim } from "./claim.js";
import { termSet } from "./coverage.js";
import type { GateView } from "./gate-view.js";
import { evidenceOf, findPassages, splitClauses, uniteEvidence, type Passage } from "./passages.js";
import { editProblem, retractProblem, supersedeProblem } from "./replacements.js";

/** Attribute of plans, which are told as such. */
const PLAN = "plan";
/** Time of a fact without sources, which there is none of. */
const NEVER = /* @__PURE__ */ new Date(0);

const USER_FIRST = /^(?:the )?users?\b|^用户/iu;
const FIRST_WORD = /^[\p{L}\p{N}]+/u;

/** A proposal with text. */
type FactProposal = Extract<Proposal, { readonly text: string }>;
/** A proposal that names one fact, without text. */
type TargetProposal = Extract<Proposal, { readonly op: "reinforce" | "retract" }>;

/** Checks one proposal by itself. Returns the reason if it is refused. */
export function checkProposal(
  proposal: Exclude<Proposal, { op: "noop" }>,
  view: GateView,
): Change | RefusalReason {
  const isEdit = proposal.op === "edit-block" && proposal.evidence.length === 0;
  const passages = isEdit ? [] : findPassages(proposal.evidence, view.turns);
  if (typeof passages === "string") return passages;
  return proposal.op === "reinforce" || proposal.op === "retract"
    ? checkTarget(proposal, passages, view)
    : checkFact(asSpeaker(proposal, passages), passages, view);
}

function checkTarget(
  proposal: TargetProposal,
  passages: readonly Passage[],
  view: GateView,
): Change | RefusalReason {
  const old = view.facts.get(proposal.target);
  if (!old) return "unknown-target";
  if (!isOfSpeaker(old.subject, passages)) return "wrong-subject";
  const evidence = evidenceOf(passages);
  if (proposal.op !== "retract") {
    const problem = claimProblem({ text: old.text, passages, known: "" }, view);
    return problem ?? { change: "reinforce", old, evidence };
  }
  const at = new Date(Math.min(...passages.map(({ turn }) => turn.at.getTime())));
  return (
    retractProblem(proposal, old, { passages, view }) ?? { change: "retract", old, evidence, at }
  );
}

function checkFact(
  proposal: FactProposal,
  passages: readonly Passage[],
  view: GateView,
): Change | RefusalReason {
  const olds = findTargets(proposal, view);
  if (!olds) return "unknown-target";
  const { op, text, subject } = proposal;
  if (!isOfSpeaker(subject, passages)) return "wrong-subject";
  const known = op === "edit-block" ? olds.map((old) => old.text).join("\n") : "";
  const problem = claimProblem({ text, passages, known }, view);
  if (problem) return problem;
  const isQuoted = isVerbatim(text, passages);
  if (!isQuoted && isAboutAnother(proposal, passages, view.speakers)) return "wrong-subject";
  if (!isStated(proposal, passages)) return "not-stated";
  return replaceProblem(proposal, olds, { passages, view }) ?? toChange(proposal, passages, olds);
}

function findTargets(proposal: FactProposal, view: GateView): readonly Fact[] | undefined {
  const { op } = proposal;
  const ids = op === "add" ? [] : op === "supersede" ? [proposal.target] : proposal.targets;
  const olds = ids.flatMap((id) => view.facts.get(id) ?? []);
  return olds.length === ids.length ? olds : undefined;
}

/** Tests if quotes state something, and plainly if the fact is to be a durable one. */
function isStated({ op, by, attribute }: FactProposal, passages: readonly Passage[]): boolean {
  const stating = passages.filter(({ sentences }) =>
    sentences.some((sentence) => statementProblem(sentence) === undefined),
  );
  if (passages.length === 0) return true;
  // Rules have looked at the clause that they take the attribute from.
  const isPlain = attribute === undefined || attribute === PLAN || by === "rule";
  if (isPlain || op === "edit-block") return stating.length > 0;
  return stating.some(({ clauses }) =>
    splitClauses(clauses).some((clause) => attributeProblem(clause) === undefined),
  );
}

function replaceProblem(
  proposal: FactProposal,
  olds: readonly Fact[],
  context: { readonly passages: readonly Passage[]; readonly view: GateView },
): RefusalReason | undefined {
  const [old] = olds;
  if (proposal.op === "edit-block") return editProblem(proposal, olds, context);
  return proposal.op === "supersede" && old ? supersedeProblem(proposal, old, context) : undefined;
}

function toChange(
  proposal: FactProposal,
  passages: readonly Passage[],
  olds: readonly Fact[],
): Change {
  const { op, text, by, importance = 0.5 } = proposal;
  // A fact that replaces several is what they are.
  const merged = op === "edit-block" ? olds : [];
  const { attribute, value } = merged[0] ?? { ...proposal, value: valueOf(proposal) };
  const times = merged.map((old) => old.occurredAt.getTime());
  const fact: NewFact = {
    text,
    by,
    subject: passages[0]?.turn.subject ?? merged[0]?.subject ?? proposal.subject,
    ...(attribute === undefined ? {} : { attribute }),
    ...(value === undefined ? {} : { value }),
    block: merged[0]?.block ?? proposal.block ?? blockOf(attribute),
    evidence: uniteEvidence([...merged.map((old) => old.evidence), evidenceOf(passages)]),
    importance: Math.max(importance, ...merged.map((old) => old.importance)),
    occurredAt: times.length > 0 ? new Date(Math.min(...times)) : (passages[0]?.turn.at ?? NEVER),
  };
  return op === "add" ? { change: "add", fact } : { change: "supersede", fact, old: olds };
}

/** Returns the value as rules write it; `undefined` if a model gives one that the text has not. */
function valueOf({ by, text, attribute, value }: FactProposal): string | undefined {
  if (by === "rule" || attribute === undefined || value === undefined) return value;
  const said = termSet([text]);
  const isSaid = documentTerms(value).every((term) => said.has(term));
  const normal = isSaid ? normalizeValue(attribute, value) : "";
  return normal === "" ? undefined : normal;
}

function blockOf(attribute: string | undefined): string {
  return (attribute === undefined ? undefined : attributeOf(attribute)?.block) ?? "other";
}

/** Tests if the speaker of all quotes is the subject of a fact. */
function isOfSpeaker(subject: string, passages: readonly Passage[]): boolean {
  return passages.every(({ turn }) => turn.subject === subject);
}

/** Writes the subject as the speaker is named: other case is another person. */
function asSpeaker(proposal: FactProposal, [first]: readonly Passage[]): FactProposal {
  const subject = first?.turn.subject ?? proposal.subject;
  const isSame = subject.toLowerCase() === proposal.subject.toLowerCase();
  return isSame ? { ...proposal, subject } : proposal;
}

/** Tests if a text is about another speaker than its subject, by who is named first. */
export function isAboutAnother(
  { text, subject }: { readonly text: string; readonly subject: string },
  passages: readonly Passage[],
  speakers: readonly string[],
): boolean {
  const own = subject.toLowerCase();
  if (passages.some(({ turn }) => turn.role === "assistant") && USER_FIRST.test(text)) return true;
  return speakers.some((name) => name.toLowerCase() !== own && startsWith(text, name));
}

function startsWith(text: string, name: string): boolean {
  const first = FIRST_WORD.exec(name)?.[0] ?? name;
  if (!text.toLowerCase().startsWith(first.toLowerCase())) return false;
  // "Ann, I moved" speaks to Ann.
  return /^(?!\p{sc=Latin})[^,，!！]/u.test(text.slice(first.length));
}
