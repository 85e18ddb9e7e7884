/** Something to be told once, at a time or when a topic comes up. */
export interface Reminder {
  /** Id of its record. */
  readonly id: string;
  /** Text to tell. */
  readonly text: string;
  /** From when it is due. Absent: a topic alone decides. */
  readonly dueAt?: Date;
  /** Topic that makes it due. */
  readonly topic?: string;
  /** Ids of the raw turns that asked for it; none if the host did. */
  readonly sources: readonly string[];
  /** When it was surfaced; absent: it waits. */
  readonly surfacedAt?: Date;
}

/** Input of `remind`: a time, a topic or both, of which the first that comes makes it due. */
export interface ReminderInput {
  /** Text to tell. Not blank; at most 1,000 UTF-16 units. */
  readonly text: string;
  /** From when it is due. */
  readonly dueAt?: Date | undefined;
  /** Topic that makes it due, by its words or its meaning. Not blank; at most 200 units. */
  readonly topic?: string | undefined;
  /** Trust of its text, 0 to 1: less where a model asks for it. @defaultValue 1 */
  readonly trust?: number | undefined;
}
