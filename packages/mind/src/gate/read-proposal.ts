import type { Evidence } from "../model/fact.js";
import type { Proposal, ProposedFact } from "../model/operation.js";
import { MAX_TEXT_LENGTH } from "./claim.js";

const MAX_SOURCES = 20;
const MAX_TARGETS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_SUBJECT_LENGTH = 512;
const MAX_QUOTE_LENGTH = 2_000;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;
const WORDS = /(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}])+/gu;

/** Takes the place of a proposal that is none, so that whoever keeps it keeps nothing of it. */
export const NO_PROPOSAL: Proposal = { op: "noop", reason: "", evidence: [], by: "unknown" };

/** Returns a proposal with its own members of the right types; `undefined` if it is none. */
export function readProposal(value: unknown): Proposal | undefined {
  const members = membersOf(value);
  const { op, by, reason } = members;
  const evidence = readEvidence(members["evidence"]);
  const target = shortText(members["target"], MAX_SUBJECT_LENGTH);
  if (typeof by !== "string" || evidence === undefined) return undefined;
  const base = { by, reason: typeof reason === "string" ? reason.slice(0, 500) : "", evidence };
  if (op === "noop") return { op, ...base };
  if (op === "reinforce" || op === "retract") {
    return target === undefined ? undefined : { op, ...base, target };
  }
  const fact = readFact(members);
  if (fact === undefined) return undefined;
  if (op === "add") return { op, ...base, ...fact };
  if (op === "supersede")
    return target === undefined ? undefined : { op, ...base, ...fact, target };
  const targets = op === "edit-block" ? readTargets(members["targets"]) : undefined;
  return targets && { op: "edit-block", ...base, ...fact, targets };
}

/** Members of a value from outside. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of an object, none of any other value. */
export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

/** Returns a list, empty for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function shortText(value: unknown, length: number): string | undefined {
  const isText = typeof value === "string" && value.length <= length && value.trim() !== "";
  return isText ? value : undefined;
}

function readEvidence(value: unknown): readonly Evidence[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_SOURCES) return undefined;
  const evidence = (value as readonly unknown[]).flatMap((one): readonly Evidence[] => {
    const { source, quote } = membersOf(one);
    const isQuote = shortText(quote, MAX_QUOTE_LENGTH);
    return typeof source === "string" && isQuote !== undefined ? [{ source, quote: isQuote }] : [];
  });
  return evidence.length === value.length ? evidence : undefined;
}

function readTargets(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_TARGETS) return undefined;
  const targets = (value as readonly unknown[]).filter((one) => typeof one === "string");
  return targets.length === value.length ? [...new Set(targets)] : undefined;
}

/** Tests if a text has fewer than two words, or three Chinese characters. */
function isTooShort(text: string): boolean {
  const characters = text.match(UNSPACED)?.length ?? 0;
  return characters + 2 * (text.match(WORDS)?.length ?? 0) < 3;
}

function readFact(members: Members): ProposedFact | undefined {
  const text = shortText(members["text"], MAX_TEXT_LENGTH)?.trim();
  const subject = shortText(members["subject"], MAX_SUBJECT_LENGTH);
  const names = ["attribute", "value", "block"].map((name) => {
    const value = members[name];
    return value === undefined ? undefined : (shortText(value, MAX_NAME_LENGTH) ?? null);
  });
  const { importance } = members;
  const isNumber = typeof importance === "number" && importance >= 0 && importance <= 1;
  if (text === undefined || subject === undefined || names.includes(null)) return undefined;
  if (importance !== undefined && !isNumber) return undefined;
  if (isTooShort(text) || !text.isWellFormed() || !subject.isWellFormed()) return undefined;
  const [attribute, value, block] = names;
  return {
    text,
    subject,
    ...(typeof attribute === "string" ? { attribute } : {}),
    ...(typeof value === "string" ? { value } : {}),
    ...(typeof block === "string" ? { block } : {}),
    ...(isNumber ? { importance } : {}),
  };
}
