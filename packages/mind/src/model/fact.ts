/** A passage of a turn that proves something. */
export interface Evidence {
  /** Id of the turn. */
  readonly source: string;
  /** Words of the turn, verbatim. Not blank. */
  readonly quote: string;
}

/** A sentence about a person, as it is stored, whether it holds now or not. */
export interface Fact {
  /** Id of its record. */
  readonly id: string;
  /** Key of its record. */
  readonly key: string;
  /** Version of its record. */
  readonly version: number;
  /** The sentence. */
  readonly text: string;
  /** Whom it is about: a speaker, `user` or `assistant`. */
  readonly subject: string;
  /** Sort of durable fact, such as `home`; absent: any other sentence worth keeping. */
  readonly attribute?: string;
  /** Value of the attribute, normalised, such as `berlin`. */
  readonly value?: string;
  /** Id of its block in the portrait, such as `home`, `work`, `likes`, `other`. */
  readonly block: string;
  /** Its sources with their quotes, at least one. */
  readonly evidence: readonly Evidence[];
  /** `rule`, or the id of the model that proposed it. */
  readonly by: string;
  /** Id of the run that wrote this version. */
  readonly run: string;
  /** 0 to 1. */
  readonly importance: number;
  /** 0 to 1: the least of its sources'. */
  readonly trust: number;
  /** When it was said, by its first source. */
  readonly occurredAt: Date;
  /** Until when it held; absent: it holds. */
  readonly validTo?: Date;
}

/** A fact that is to be written. */
export type NewFact = Omit<Fact, "id" | "key" | "version" | "run" | "trust" | "validTo">;
