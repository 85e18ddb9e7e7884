/** A text as it is sent. */
export interface Input {
  /** Which of the caller's texts it is. */
  readonly index: number;
  /** With its prefix. */
  readonly text: string;
  /** As the limits count them. */
  readonly tokens: number;
  /** How often it was cut because the server found it too long. */
  readonly cuts: number;
}
