/** How a request failed, in words that are fit for anyone: no secret, and nothing of the texts. */
export interface Failure {
  /**
   * `transient` may pass by itself, `permanent` does not, `too-large` asks for fewer or shorter
   * texts, `encoding` for another encoding.
   */
  readonly kind: "transient" | "permanent" | "too-large" | "encoding";
  /** What happened, to go behind the name of the server. */
  readonly what: string;
  /** What can be done. */
  readonly advice: string;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs?: number | undefined;
}
