/** Call of a language model of any specification. */
interface TellingCall {
  readonly prompt: readonly unknown[];
  readonly tools?: readonly unknown[];
}

interface TellingOptions {
  readonly reason?: "stop" | "length";
  /** Parts beside the text. */
  readonly extra?: readonly object[];
}

/**
 * A language model of any specification, by hand, that says hello. Its private members fail on
 * anything but itself.
 */
export class TellingModel<Version extends "v2" | "v3" | "v4"> {
  readonly specificationVersion: Version;
  readonly provider = "test.chat";
  readonly modelId = "telling";
  readonly supportedUrls = {};
  readonly calls: TellingCall[] = [];
  readonly #options: TellingOptions;

  constructor(version: Version, options: TellingOptions = {}) {
    this.specificationVersion = version;
    this.#options = options;
  }

  /** The parts are whatever the specification has; the types of all three cannot be met at once. */
  async doGenerate(call: TellingCall): Promise<never> {
    this.calls.push(call);
    const { reason = "stop", extra = [] } = this.#options;
    const isV2 = this.specificationVersion === "v2";
    const content = [{ type: "text", text: "Hello " }, ...extra, { type: "text", text: "there" }];
    const finishReason = isV2 ? reason : { unified: reason, raw: undefined };
    const usage = isV2
      ? { inputTokens: 7, outputTokens: 3, totalTokens: 10 }
      : { inputTokens: { total: 7 }, outputTokens: { total: 3 } };
    return { content, finishReason, usage, warnings: [] } as never;
  }

  async doStream(): Promise<never> {
    throw new Error("nobody should stream");
  }
}
