import { MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { contentTerms, shareOf, termSet } from "../../gate/coverage.js";
import { isInText } from "../../gate/mentions.js";
import type { Passage } from "../../gate/passages.js";
import { normalizeSentence } from "../../model/claim-hash.js";
import { tellsCorrection, tellsExplicitChange } from "../../rules/change-words.js";
import { splitSentences } from "../../text/sentences.js";
import type { HeldItem, KindOperation, KindRefusal, ManagerView } from "./manager-view.js";

/** Least share of the words of an item that stand in one that keeps it. */
const LEAST_KEPT = 0.7;
/** Least share of the words of a name that stand in an item that takes its place. */
const LEAST_NAMED = 0.5;
/** Least share of the words of an item that another one says, so that it says nothing new. */
const LEAST_SAID = 0.95;
/** Share of its limit from which on a block is shortened, not appended to, and then to how much. */
const FULL = 0.9;
const SHORTENED = 0.5;
/** Least share of the words of a block that are left when it is shortened. */
const LEAST_LEFT = 0.2;

/** An operation with its passages, and the texts that it writes. */
export interface Change {
  readonly operation: KindOperation;
  readonly passages: readonly Passage[];
  /** All that it writes of what is searched. */
  readonly text: string;
  /** The items that it changes. */
  readonly olds: readonly HeldItem[];
}

/** Returns why an operation may not change what is there. */
export function changeProblem(change: Change, view: ManagerView): KindRefusal | undefined {
  const { operation, passages, olds } = change;
  const isTrusted = passages.every(({ turn }) => turn.trust > MOST_UNTRUSTED);
  if (!isTrusted && olds.some((old) => old.isTrusted)) return "untrusted";
  const { op } = operation;
  if (op === "insert") return isSaid(change, view) ? "duplicate" : undefined;
  const [block] = olds;
  if (block?.limit !== undefined) return blockProblem(change, block, view);
  const { kind } = view.manager;
  if (op !== "merge" && !isSameThing(change, view)) return "other-attribute";
  // The text of a document, and a secret, is what changes.
  if (kind === "resource" || kind === "knowledge_vault") return undefined;
  if (keepsAll(change, view) || tellsChange(passages)) return undefined;
  return op === "merge" ? "low-coverage" : "no-explicit-change";
}

/** Tests if a block is so full that it is shortened. */
export function isNearlyFull({ text, limit = Infinity }: HeldItem): boolean {
  return text.length >= FULL * limit;
}

function blockProblem(change: Change, block: HeldItem, view: ManagerView): KindRefusal | undefined {
  const { text, operation, passages } = change;
  const { limit = 0 } = block;
  if (operation.op === "append") {
    if (isNearlyFull(block) || block.text.length + text.length >= limit) return "block-full";
    const lines = new Set(splitSentences(block.text).map(normalizeSentence));
    return splitSentences(text).every((one) => lines.has(normalizeSentence(one)))
      ? "duplicate"
      : undefined;
  }
  if (isNearlyFull(block)) {
    if (text.length > SHORTENED * limit) return "block-full";
    return keptShare(block, text, view) >= LEAST_LEFT ? undefined : "low-coverage";
  }
  if (text.length > limit) return "block-full";
  return keepsAll(change, view) || tellsChange(passages) ? undefined : "no-explicit-change";
}

function tellsChange(passages: readonly Passage[]): boolean {
  return passages.some(({ sentences }) =>
    sentences.some((one) => tellsExplicitChange(one) || tellsCorrection(one)),
  );
}

/** Tests if a text says all that the items say which it takes the place of. */
function keepsAll({ text, olds }: Change, view: ManagerView): boolean {
  return olds.every((old) => keptShare(old, text, view) >= LEAST_KEPT && isInText(old.text, text));
}

/** Returns the share of the words of an item that stand in a text. */
function keptShare(old: HeldItem, text: string, { gate }: ManagerView): number {
  return shareOf(contentTerms(old.text), termSet([text]), gate.batch.weights);
}

/** Tests if what is written is about the same thing as the items that it takes the place of. */
function isSameThing({ operation, text, olds }: Change, { manager, gate }: ManagerView): boolean {
  const { name } = operation.fields;
  if (manager.kind === "semantic") {
    return olds.some((old) => normalizeSentence(old.name) === normalizeSentence(String(name)));
  }
  const said = termSet([text]);
  return olds.every(
    (old) => shareOf(contentTerms(old.name), said, gate.batch.weights) >= LEAST_NAMED,
  );
}

/** Tests if an item that is there says it all. Of documents and secrets the hash decides. */
function isSaid({ text }: Change, view: ManagerView): boolean {
  const { kind } = view.manager;
  if (kind === "resource" || kind === "knowledge_vault") return false;
  return [...view.held.values()].some((old) => isSaidIn(old.text, text, view));
}

/** Tests if a text says all of another one, which then adds nothing. */
export function isSaidIn(said: string, text: string, { gate }: ManagerView): boolean {
  const share = shareOf(contentTerms(text), termSet([said]), gate.batch.weights);
  return share >= LEAST_SAID && isInText(text, said);
}
