import type { Evidence, Fact, NewFact } from "./fact.js";

/** Members of every proposal, the reason first: asked for before the verdict, it improves it. */
interface ProposalBase {
  /** Why, in a few words. */
  readonly reason: string;
  /** Turns that prove it, with verbatim quotes. */
  readonly evidence: readonly Evidence[];
  /** `rule`, or the id of a model. */
  readonly by: string;
}

/** Content of a new fact. */
export interface ProposedFact {
  /** The sentence, in the language of its source. */
  readonly text: string;
  /** Whom it is about: the speaker of the quote. */
  readonly subject: string;
  /** Sort of durable fact. */
  readonly attribute?: string | undefined;
  /** Value of the attribute, normalised. */
  readonly value?: string | undefined;
  /** Block of the portrait. @defaultValue that of the attribute, or `other` */
  readonly block?: string | undefined;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
}

/** A new fact. */
interface AddProposal extends ProposalBase, ProposedFact {
  readonly op: "add";
}

/** One more source for a fact. */
interface ReinforceProposal extends ProposalBase {
  readonly op: "reinforce";
  /** Id of the fact. */
  readonly target: string;
}

/** A fact in the place of another one, which held until then. */
export interface SupersedeProposal extends ProposalBase, ProposedFact {
  readonly op: "supersede";
  /** Id of the fact that holds no longer. */
  readonly target: string;
}

/** The end of a fact that was denied, without another one in its place. */
export interface RetractProposal extends ProposalBase {
  readonly op: "retract";
  /** Id of the fact. */
  readonly target: string;
}

/** One sentence in the place of several facts of a block, with the sources of all of them. */
export interface EditBlockProposal extends ProposalBase, ProposedFact {
  readonly op: "edit-block";
  /** Ids of the facts that it replaces, at least one, all of one subject and block. */
  readonly targets: readonly string[];
}

/** Nothing worth keeping. */
interface NoopProposal extends ProposalBase {
  readonly op: "noop";
}

/** Operation that a rule or a model proposes. Nothing is written before the gate has passed it. */
export type Proposal =
  | AddProposal
  | ReinforceProposal
  | SupersedeProposal
  | RetractProposal
  | EditBlockProposal
  | NoopProposal;

/** Reasons why the gate refuses a proposal. */
export type RefusalReason =
  /** No source, or one that is not of the batch. */
  | "unknown-source"
  /** The quote does not stand in its source. */
  | "quote-not-found"
  /** A number, date or name of the fact stands in none of its sources. */
  | "not-in-sources"
  /** Fewer than 0.32 of the fact's words, by weight, stand in its sources. */
  | "low-coverage"
  /** Another language than that of the source. */
  | "other-language"
  /** It repeats an instruction, or says that the user asked for something. */
  | "instruction"
  /** The fact denies and its quote does not, or the other way round. */
  | "negation-differs"
  /** The subject is not the speaker of the quote. */
  | "wrong-subject"
  /** The target is no fact of this scope that holds. */
  | "unknown-target"
  /** Another operation of the batch has the same target. */
  | "target-taken"
  /** A replacement of another subject or attribute. */
  | "other-attribute"
  /** A replacement or retraction without an explicit change, and without more trust. */
  | "no-explicit-change"
  /** It was forgotten, erased, retracted or undone before. */
  | "forgotten"
  /** A question, a wish, a condition, hearsay or a joke. */
  | "not-stated"
  /** The sources are not trusted enough. */
  | "untrusted"
  /** Too long, blank, or not an operation at all. */
  | "malformed";

/** A proposal that was refused. */
export interface RefusedProposal {
  /** The proposal. */
  readonly proposal: Proposal;
  /** Why. */
  readonly reason: RefusalReason;
}

/** A new fact. */
export interface Addition {
  /** Tells changes apart. */
  readonly change: "add";
  /** The fact. */
  readonly fact: NewFact;
}

/** More sources for a fact. */
export interface Reinforcement {
  /** Tells changes apart. */
  readonly change: "reinforce";
  /** The fact. */
  readonly old: Fact;
  /** Its new sources. */
  readonly evidence: readonly Evidence[];
}

/** A fact in the place of others. */
export interface Replacement {
  /** Tells changes apart; also the result of `edit-block`. */
  readonly change: "supersede";
  /** The fact; after `edit-block` with the evidence of all the old ones. */
  readonly fact: NewFact;
  /** The facts that end. */
  readonly old: readonly Fact[];
}

/** The end of a fact. */
export interface Retraction {
  /** Tells changes apart. */
  readonly change: "retract";
  /** The fact that ends. */
  readonly old: Fact;
  /** Words of the denial. */
  readonly evidence: readonly Evidence[];
  /** When it was denied. */
  readonly at: Date;
}

/** A change that the gate has passed. */
export type Change = Addition | Reinforcement | Replacement | Retraction;
