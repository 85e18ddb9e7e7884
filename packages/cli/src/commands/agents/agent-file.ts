/** A file of a coding agent, and what belongs into it. */
export interface AgentFile {
  /** Its path, absolute. */
  readonly path: string;
  /** Lines to add, for those who do it by hand. */
  readonly lines: string;
  /** Returns its text with what belongs into it; the same text if all is there. */
  add(text: string | undefined): string;
  /** Returns its text without that; `undefined` if nothing is left. */
  remove(text: string): string | undefined;
}

/** A file in which nothing can be changed safely. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}
