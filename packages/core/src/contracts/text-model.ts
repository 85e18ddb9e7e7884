import type { CallOptions } from "../model/call-options.js";
import type { JsonObject } from "../model/record.js";

/** An image of a request. */
export interface TextImage {
  /** Type such as `image/jpeg`. */
  readonly mediaType: string;
  /** Encoded file. */
  readonly data: Uint8Array;
}

/** A request to a text model. */
export interface TextRequest {
  /** Instructions, apart from the text that they are about. */
  readonly system?: string | undefined;
  /** The text that the instructions are about. Not blank. */
  readonly prompt: string;
  /** Images that the prompt is about, in order; only for models with `takesImages`. */
  readonly images?: readonly TextImage[] | undefined;
  /** JSON Schema of an object that the answer should be; a model may answer something else. */
  readonly schema?: JsonObject | undefined;
  /** Most tokens of the answer, at least 1; models may ignore it. @defaultValue the model's own */
  readonly maxTokens?: number | undefined;
}

/** Answer of a text model. */
export interface TextAnswer {
  /** The whole answer; may be empty. JSON if the model kept to `schema`. */
  readonly text: string;
  /** False if the answer ended because of a limit or a filter, or if the model does not say. */
  readonly isComplete: boolean;
  /** Tokens of the request, if the model counted them. */
  readonly inputTokens?: number;
  /** Tokens of the answer, if the model counted them. */
  readonly outputTokens?: number;
}

/** Writes text, for features such as consolidation. Adapters make one of a chat model. */
export interface TextModel {
  /** Provider and model, such as `openai/gpt-5-mini`; kept with what it wrote. */
  readonly id: string;
  /** True if it takes images. @defaultValue `false` */
  readonly takesImages?: boolean | undefined;
  /** Answers once. Rejects with any error, and with the signal's reason when aborted. */
  generate(request: TextRequest, options?: CallOptions): Promise<TextAnswer>;
}
