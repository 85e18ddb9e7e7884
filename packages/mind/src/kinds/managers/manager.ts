import type { MemoryKind } from "../model/kind-fields.js";

/** Operations of managers, by the names that models use. */
export type ManagerOp = "insert" | "update" | "merge" | "replace" | "append" | "rewrite";

/** Limits of an argument of an operation. */
export interface ManagerArgument {
  /** Most UTF-16 units, of each item of a list. */
  readonly length: number;
  /** The only values. */
  readonly enum?: readonly string[];
  /** Most items, if it is a list. */
  readonly items?: number;
  readonly isOptional?: true;
  /**
   * `proven`: its sentences have to be proven by the quotes; `name`: it only names something that
   * they speak of; `sort`: a word or two for a sort of things.
   */
  readonly role?: "proven" | "name" | "sort";
}

/** Manager of one kind: its task in words, and the operations that a model may propose. */
export interface Manager {
  readonly kind: MemoryKind;
  readonly task: string;
  readonly ops: readonly ManagerOp[];
  readonly arguments: Readonly<Record<string, ManagerArgument>>;
}

const SENTENCE = { length: 500, role: "proven" } as const;
const DETAILS = { length: 4_000, role: "proven" } as const;
const NAME = { length: 200, role: "name" } as const;
const SORT = { length: 40, role: "sort" } as const;

/** Managers by their kinds. */
export const MANAGERS: Readonly<Record<MemoryKind, Manager>> = {
  core: {
    kind: "core",
    task: `Your part is core memory, which is shown in every talk: the block "persona" (who the assistant is and how it should be) and the block "human" (who the user is). Keep only what matters in nearly all talks: name, home, work, close people, lasting wishes. append adds one line to a block. rewrite puts a new text in the place of a block: to correct it after a plain change, or, once it is nearly full, to shorten it to at most half of its limit, with its names and numbers.`,
    ops: ["append", "rewrite"],
    arguments: {
      label: { length: 40, enum: ["persona", "human"] },
      text: { length: 20_000, role: "proven" },
    },
  },
  episodic: {
    kind: "episodic",
    task: `Your part is episodic memory: what happened, when and with whom. insert adds an event: summary, one sentence; details, all that is known about it; date (YYYY-MM-DD) only if it was not on the day of the turn. merge rewrites the one event in targets with what is new; it keeps all that the event says. replace puts one event in the place of several in targets that tell the same.`,
    ops: ["insert", "merge", "replace"],
    arguments: { summary: SENTENCE, details: DETAILS, date: { length: 10, isOptional: true } },
  },
  semantic: {
    kind: "semantic",
    task: `Your part is semantic memory: what is known about a person, a place, a thing or a notion, whatever the day. insert adds an item: name; summary, one sentence; details, all that is known. update puts one item in the place of those in targets, under their name; it keeps all that they say, unless a turn says plainly that something has changed.`,
    ops: ["insert", "update"],
    arguments: { name: NAME, summary: SENTENCE, details: DETAILS },
  },
  procedural: {
    kind: "procedural",
    task: `Your part is procedural memory: ways to do something that turns tell step by step. insert adds one: entry_type; summary, one sentence; steps in order. update puts one in the place of those in targets; it keeps all their steps, unless a turn says plainly that something has changed.`,
    ops: ["insert", "update"],
    arguments: {
      entry_type: { length: 40, enum: ["workflow", "guide", "script"] },
      summary: SENTENCE,
      steps: { ...SENTENCE, items: 50 },
    },
  },
  resource: {
    kind: "resource",
    task: `Your part is resource memory: documents, notes and code that somebody gave in a turn to work with. The whole text of the turns that you quote is kept as the content, so do not repeat it. insert adds a document: title; summary, one sentence; resource_type, such as markdown, code or doc. update puts a new version in the place of those in targets.`,
    ops: ["insert", "update"],
    arguments: { title: NAME, summary: SENTENCE, resource_type: SORT },
  },
  knowledge_vault: {
    kind: "knowledge_vault",
    task: `Your part is the vault: passwords, keys, numbers of accounts, private addresses. insert adds one: caption, one sentence that says what it is for without any part of it; entry_type, such as credential, api_key or bookmark; sensitivity; secret_value, the secret alone, copied exactly from the quote. update puts a new one in the place of those in targets that it is for.`,
    ops: ["insert", "update"],
    arguments: {
      caption: SENTENCE,
      entry_type: SORT,
      sensitivity: { length: 10, enum: ["low", "medium", "high"] },
      secret_value: { length: 4_000 },
    },
  },
};
