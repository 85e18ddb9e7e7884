import { normalizeSentence } from "../model/claim-hash.js";
import type { Evidence, Fact } from "../model/fact.js";
import type { Proposal } from "../model/operation.js";
import type { Turn } from "../model/turn.js";
import { isIn, isSameValue, namesValue } from "./attribute-value.js";
import { attributeOf } from "./attributes.js";
import type { Ending } from "./endings.js";
import type { FoundAttribute } from "./read-attributes.js";

/** A sentence of a turn. */
export interface Said {
  readonly turn: Turn;
  /** The sentence, verbatim. */
  readonly text: string;
  /** It, and what else of the turn proves the change. */
  readonly evidence: readonly Evidence[];
}

/** A fact that holds, or is proposed in this batch. */
interface Known {
  /** Of a fact that is stored. */
  readonly id?: string;
  readonly subject: string;
  readonly text: string;
  readonly attribute?: string | undefined;
  readonly value?: string | undefined;
  readonly at: Date;
  readonly replaces?: Known | undefined;
  readonly evidence: Evidence[];
  isEnded: boolean;
  replacedBy?: Known;
}

const STRONG =
  /\b(?:severe|severely|serious|seriously|deadly|life-threatening|strongly|highly)\b|严重|重度|致命/iu;
const WEAK =
  /\b(?:mild|mildly|slight|slightly|barely|a little|a bit|only)\b|轻微|轻度|有点|一点|不严重/iu;

/** A job that is told with the place of work, and words of who gives it up. */
const AT_WORK =
  /\bas an? .{1,40}? (?:at|for|in|with) |\bI['’]?(?: a)?m an? .{1,40}? (?:at|for|with) |在.{1,20}?(?:当|做|担任)/iu;
const QUITS = /\b(?:quit|resigned|stopped working|fired|laid off)\b|辞|离职|离开|跳槽|不干/iu;

/** Facts of the speakers of a batch, as its sentences change them one by one. */
export class KnownFacts {
  readonly #facts: Known[];

  constructor(facts: readonly Fact[]) {
    this.#facts = facts.map(({ id, subject, text, attribute, value, occurredAt }) => ({
      id,
      subject,
      text,
      attribute,
      value,
      at: occurredAt,
      evidence: [],
      isEnded: false,
    }));
  }

  /** Notes a durable fact: one more source, another value in its place, or one beside it. */
  state({ attribute, value, text, tellsChange }: FoundAttribute, said: Said): void {
    const { turn } = said;
    const { name, isSingle } = attribute;
    const rivals = this.#current(turn.subject).filter((known) => known.attribute === name);
    const same = rivals.find((known) => isSameValue(name, known.value ?? "", value));
    if (same) {
      if (!differsInDegree(same.text, text)) addEvidence(same, said);
      if (!isSingle || !tellsChange) return;
    }
    const others = isSingle ? rivals.filter((known) => known !== same) : [];
    const isOld = others.some(({ at }) => turn.at < at);
    if (isOld || (same && others.length === 0)) return;
    const changed = tellsChange ? others : [];
    for (const known of changed) end(known, said);
    if (same) return;
    this.#add({ text, attribute: name, value }, said, changed.at(-1));
    if (tellsChange) this.#endOthers(name, value, said);
  }

  /** Notes a sentence that is worth keeping. */
  keep(said: Said): void {
    const key = normalizeSentence(said.text);
    const same = this.#current(said.turn.subject).find(
      ({ text }) => normalizeSentence(text) === key,
    );
    if (same) addEvidence(same, said);
    else this.#add({ text: said.text }, said, undefined);
  }

  /** Ends the earlier fact that is clearly named, or all of the attributes; true if any. */
  end({ attributes, value }: Ending, said: Said): boolean {
    const { turn } = said;
    const isNamed = ({ attribute = "", value: own = "", text }: Known): boolean =>
      value === undefined ||
      namesValue(attribute, value, own) ||
      (attribute === "pet" && isIn(value, text)) ||
      (attribute === "job" && QUITS.test(said.text) && AT_WORK.test(text) && isIn(value, text));
    const named = this.#earlier(turn).filter(
      (known) => attributes.includes(known.attribute ?? "") && isNamed(known),
    );
    const exact = named.filter((known) => known.value === value);
    const chosen = value === undefined || named.length === 1 ? named : exact;
    for (const known of chosen) end(known, said);
    return chosen.length > 0;
  }

  /** Returns one proposal for each fact that changed. */
  proposals(): readonly Proposal[] {
    return this.#facts.flatMap((known) => proposalOf(known));
  }

  #current(subject: string): readonly Known[] {
    return this.#facts.filter((known) => known.subject === subject && !known.isEnded);
  }

  /** Returns what was current before a turn. */
  #earlier({ id, subject, at }: Turn): readonly Known[] {
    return this.#current(subject).filter(
      (known) => at >= known.at && !known.evidence.some(({ source }) => source === id),
    );
  }

  #add(
    content: Pick<Known, "text" | "attribute" | "value">,
    { turn, evidence }: Said,
    old: Known | undefined,
  ): void {
    const replaces = old?.id === undefined ? old?.replaces : old;
    const known: Known = {
      ...content,
      subject: turn.subject,
      at: turn.at,
      replaces,
      evidence: [...evidence],
      isEnded: false,
    };
    if (replaces) replaces.replacedBy = known;
    this.#facts.push(known);
  }

  /** Ends what a changed value rules out: its opposite, and a job at another place of work. */
  #endOthers(name: string, value: string, said: Said): void {
    const opposite = name === "like" ? "dislike" : name === "dislike" ? "like" : undefined;
    if (opposite) this.end({ attributes: [opposite], value }, said);
    if (name !== "employer") return;
    for (const known of this.#earlier(said.turn)) {
      if (known.attribute === "job" && AT_WORK.test(known.text)) end(known, said);
    }
  }
}

function end(known: Known, said: Said): void {
  known.isEnded = true;
  if (known.id === undefined) return;
  known.evidence.length = 0;
  addEvidence(known, said);
}

function addEvidence(known: Known, { evidence }: Said): void {
  for (const one of evidence) {
    const isThere = known.evidence.some((e) => e.source === one.source && e.quote === one.quote);
    if (!isThere) known.evidence.push(one);
  }
}

function differsInDegree(one: string, other: string): boolean {
  return (STRONG.test(one) && WEAK.test(other)) || (WEAK.test(one) && STRONG.test(other));
}

function proposalOf(known: Known): readonly Proposal[] {
  const { id, evidence, isEnded, replaces, replacedBy, text, subject, attribute, value } = known;
  if (id !== undefined) {
    const base = { evidence, by: "rule", target: id } as const;
    if (!isEnded) {
      return evidence.length > 0 ? [{ op: "reinforce", reason: "says it again", ...base }] : [];
    }
    const isReplaced = replacedBy !== undefined && !replacedBy.isEnded;
    return isReplaced ? [] : [{ op: "retract", reason: "says that it holds no longer", ...base }];
  }
  if (isEnded) return [];
  const sort = attribute === undefined ? undefined : attributeOf(attribute);
  const content = {
    evidence,
    by: "rule",
    text,
    subject,
    ...(sort ? { attribute, value, block: sort.block } : {}),
    importance: sort?.importance ?? 0.5,
  };
  if (replaces?.id !== undefined) {
    return [{ op: "supersede", reason: "tells of a change", target: replaces.id, ...content }];
  }
  return [{ op: "add", reason: sort ? "a durable fact" : "worth keeping", ...content }];
}
