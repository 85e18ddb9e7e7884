/** Something that was said, as consolidation reads it from a raw record. */
export interface Turn {
  /** Id of the raw record. */
  readonly id: string;
  /** Its text, without injected memories. */
  readonly text: string;
  /** Thread of the record; "" if it has none. */
  readonly thread: string;
  /** Who said it: `assistant`, or else the speaker, or `user`. */
  readonly subject: string;
  /** Role of who said it. */
  readonly role: "user" | "assistant";
  /** When it was said. */
  readonly at: Date;
  /** 0 to 1. */
  readonly trust: number;
  /** 0 to 1. */
  readonly importance: number;
  /** Use of the text, as core found it. */
  readonly form: "statement" | "question" | "small-talk";
}
