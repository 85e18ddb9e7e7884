import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { isAboutAnother } from "../../gate/check-proposal.js";
import { claimProblem, isVerbatim } from "../../gate/claim.js";
import { isCovered } from "../../gate/coverage.js";
import { isInTurns } from "../../gate/mentions.js";
import { findPassages, type Passage } from "../../gate/passages.js";
import { normalizeSentence } from "../../model/claim-hash.js";
import type { Turn } from "../../model/turn.js";
import { statementProblem } from "../../rules/stated.js";
import { isInjected } from "../../text/injected.js";
import { holdsSecret } from "../../text/secrets.js";
import { splitSentences } from "../../text/sentences.js";
import { type Change, changeProblem, isNearlyFull } from "./changes.js";
import type {
  CheckedOperation,
  KindOperation,
  KindRefusal,
  ManagerView,
  OperationFields,
} from "./manager-view.js";
import type { Manager, ManagerArgument } from "./manager.js";

/** Orders to store something about "the user", as no user speaks of oneself. */
const ORDER =
  /(?:^|[:;,.!?"“]\s*|\bplease )(?:store|save|record|note|write|add|remember|memori[sz]e|keep)\b[^.\n]{0,40}\b(?:as|that)\b[^.\n]{0,40}\buser\b|(?:记录|记住|存储|保存|写入|记|存)(?:下来)?[^，。\n]{0,12}(?:为|成|作)[^，。\n]{0,6}用户/imu;
const LEAST_SECRET = 4;
/** One to three words. */
const SORT = /^[\p{L}\p{N}]+(?:[ _./-][\p{L}\p{N}]+){0,2}$/u;

/** Checks one operation by itself. Returns the reason if it is refused. */
export function checkOperation(
  operation: KindOperation,
  view: ManagerView,
): CheckedOperation | KindRefusal {
  const { op, evidence, fields } = operation;
  const targets = targetsOf(operation, view);
  const olds = targets.flatMap((id) => view.held.get(id) ?? []);
  if (olds.length < targets.length) return "unknown-target";
  if (op !== "insert" && (olds.length === 0 || (op === "merge" && olds.length > 1))) {
    return "malformed";
  }
  const isShortening = op === "rewrite" && evidence.length === 0 && olds.every(isNearlyFull);
  const passages = isShortening ? [] : findPassages(evidence, view.gate.turns);
  if (typeof passages === "string") return passages;
  const text = textsOf(fields, view.manager, "proven").join("\n");
  const change = { operation: { ...operation, targets }, passages, text, olds };
  const problem =
    speakerProblem(change, view) ??
    secretProblem(change, view) ??
    textProblem(change, view) ??
    changeProblem(change, view);
  if (problem) return problem;
  const turns = [...new Set(passages.map(({ turn }) => turn))];
  return { op, targets, fields, turns };
}

/** Returns the texts of the arguments of a role. */
export function textsOf(
  fields: OperationFields,
  manager: Manager,
  role: ManagerArgument["role"],
): readonly string[] {
  const named = Object.entries(manager.arguments).filter(([, one]) => one.role === role);
  return named.flatMap(([name]) => fields[name] ?? []);
}

function targetsOf(
  { op, targets, fields }: KindOperation,
  { manager }: ManagerView,
): readonly string[] {
  if (manager.kind === "core") return [fields["label"] ?? []].flat();
  return op === "insert" ? [] : targets;
}

/** Returns why the speakers of the quotes do not prove what is written. */
function speakerProblem(
  { operation, passages, text }: Change,
  { manager: { kind }, gate }: ManagerView,
): KindRefusal | undefined {
  if (kind === "core") {
    if (passages.some(({ turn }) => turn.trust <= MOST_UNTRUSTED)) return "untrusted";
    const isOfUser = passages.every(({ turn }) => turn.role === "user");
    if (operation.fields["label"] === "human" && !isOfUser) return "wrong-subject";
  }
  const sentences = passages.flatMap((one) => one.sentences);
  if (sentences.some((one) => ORDER.test(one))) return "instruction";
  const [first] = passages;
  if (!first || kind === "resource" || kind === "knowledge_vault") return undefined;
  if (sentences.every((one) => statementProblem(one) !== undefined)) return "not-stated";
  if (kind !== "core" && kind !== "semantic") return undefined;
  const about = { text, subject: first.turn.subject };
  const isOther = !isVerbatim(text, passages) && isAboutAnother(about, passages, gate.speakers);
  return isOther ? "wrong-subject" : undefined;
}

/** Returns why secrets may not be written: they are for the vault, and there for one field. */
function secretProblem(
  { operation: { fields }, passages }: Change,
  { manager: { kind } }: ManagerView,
): KindRefusal | undefined {
  if (kind === "resource") {
    return passages.some(({ turn }) => holdsSecret(turn.text)) ? "secret" : undefined;
  }
  const { secret_value: secret, ...others } = fields;
  const texts = Object.values(others).flat();
  if (kind !== "knowledge_vault") return texts.some(holdsSecret) ? "secret" : undefined;
  if (typeof secret !== "string" || secret.length < LEAST_SECRET) return "malformed";
  if (texts.some((text) => text.includes(secret))) return "secret";
  return passages.some(({ quote }) => quote.includes(secret)) ? undefined : "not-in-sources";
}

/** Returns why the quotes do not prove the texts of an operation. */
function textProblem(change: Change, view: ManagerView): KindRefusal | undefined {
  const { operation, passages, olds } = change;
  const { manager, gate } = view;
  const turns = gate.withEarlier(passages.map(({ turn }) => turn));
  if (!textsOf(operation.fields, manager, "sort").every((sort) => SORT.test(sort)))
    return "malformed";
  for (const name of textsOf(operation.fields, manager, "name")) {
    if (isInjected(name)) return "instruction";
    if (olds.some((old) => normalizeSentence(old.name) === normalizeSentence(name))) continue;
    if (!isInTurns(name, turns, gate.speakers)) return "not-in-sources";
    if (!isCovered({ text: name, passages, known: "" }, gate)) return "low-coverage";
  }
  const { date } = operation.fields;
  if (typeof date === "string" && !isProvenDate(date, turns)) return "not-in-sources";
  const known = olds.map((old) => old.text).join("\n");
  const said = new Set(splitSentences(known).map(normalizeSentence));
  for (const text of textsOf(operation.fields, manager, "proven")) {
    // Code between fences is no sentence, and may hold orders, too.
    for (const sentence of splitSentences(text.replaceAll("```", " "))) {
      if (said.has(normalizeSentence(sentence))) continue;
      const problem = sentenceProblem(sentence, { passages, known }, gate);
      if (problem) return problem;
    }
  }
  return undefined;
}

function sentenceProblem(
  text: string,
  { passages, known }: { readonly passages: readonly Passage[]; readonly known: string },
  gate: ManagerView["gate"],
): KindRefusal | undefined {
  const problem = claimProblem({ text, passages, known }, gate);
  if (!problem || known === "" || passages.length === 0) return problem;
  const isKept = claimProblem({ text, passages: [], known }, gate) === undefined;
  return isKept ? undefined : problem;
}

/** Tests if turns give a day, in words that count from when they were said, or are of that day. */
function isProvenDate(date: string, turns: readonly Turn[]): boolean {
  if (!/^\d{4}-\d\d-\d\d$/u.test(date) || Number.isNaN(Date.parse(date))) return false;
  return turns.some(({ at }) => at.toISOString().startsWith(date)) || isInTurns(date, turns, []);
}
