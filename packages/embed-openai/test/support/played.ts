/** The body of a request, as the played servers read it. */
export interface PlayedBody {
  readonly model: string;
  readonly input: readonly string[];
  readonly [field: string]: unknown;
}

/** A refusal, as the server that is played words it. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

/** Differences between servers. */
export interface PlayedServer {
  /** Path of its embeddings. */
  readonly path: string;
  /** Answers to another path. */
  readonly unknownPath: (path: string) => Refusal;
  /** Returns the refusal of a request, if it is refused. */
  readonly refuse: (body: PlayedBody, key: string | undefined) => Refusal | undefined;
  /** Width of the answer. */
  readonly width: (body: PlayedBody) => number;
  /** Returns the text that is embedded: with the server's addition for the purpose. */
  readonly spoken: (text: string, body: PlayedBody) => string;
  /** Returns true if the answer is in base64. */
  readonly isBase64: (body: PlayedBody) => boolean;
  /** Spaces of indentation. */
  readonly indent?: number;
}

/**
 * The key that the played servers take. `quoll` is nowhere else, so that a part of the key is found
 * wherever it is shown.
 */
export const KEY = "sk-quoll-0123456789abcdefSECRET";
