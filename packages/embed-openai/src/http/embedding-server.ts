import { TIMED_OUT, withinTime } from "../async/timing.js";
import { PROVIDERS } from "../options/providers.js";
import type { Settings } from "../options/settings.js";
import { currentKey, keyAdvice } from "./api-key.js";
import { classifyReply } from "./classify-reply.js";
import { exchange, type Failure, type Reply } from "./exchange.js";
import { readAnswer, type Answer } from "./read-answer.js";

/** The content of one request. */
export interface EmbedRequest {
  readonly texts: readonly string[];
  readonly purpose: "query" | "document";
  /** Expected width, if known. */
  readonly width: number | undefined;
  readonly signal: AbortSignal;
}

/** With `none` the field is left out, and floats come. */
type Encoding = "base64" | "float" | "none";

/** The longest number in JSON with white space: LM Studio writes each on a line of its own. */
const BYTES_PER_NUMBER = 48;
const BYTES_PER_ITEM = 1_024;
const BYTES_PER_ANSWER = 65_536;
/** No model in use is wider. Holds for every request, since servers may ignore its width. */
const WIDEST = 8_192;

/** A server with `/embeddings`. Remembers which encoding it takes. */
export class EmbeddingServer {
  readonly #settings: Settings;
  #encoding: Encoding;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#encoding = this.#named(settings.encoding);
  }

  /** Sends one request, again if the server refuses the encoding. Rejects if aborted or keyless. */
  async embed(request: EmbedRequest): Promise<Answer | Failure> {
    for (;;) {
      const encoding = this.#encoding;
      const outcome = await this.#send(request, encoding);
      if (outcome.kind !== "encoding") return outcome;
      if (encoding === "none") return { ...outcome, kind: "permanent" };
      this.#encoding = encoding === "base64" ? this.#named("float") : "none";
    }
  }

  /** Returns the encoding as requests name it; some servers have no name for floats. */
  #named(encoding: "base64" | "float"): Encoding {
    return encoding === "float" && !this.#settings.provider.namesFloat ? "none" : encoding;
  }

  /** Limits the time for the key and the answer together. */
  async #send(request: EmbedRequest, encoding: Encoding): Promise<Answer | Failure> {
    const { timeoutMs, schedule } = this.#settings;
    const limit = { signal: request.signal, timeoutMs, schedule };
    try {
      return await withinTime((signal) => this.#exchange(request, encoding, signal), limit);
    } catch (error) {
      if (error !== TIMED_OUT) throw error;
      return {
        kind: "transient",
        problem: `gave no whole answer within ${timeoutMs} ms`,
        advice: "raise timeoutMs, or lower maxBatchSize",
      };
    }
  }

  async #exchange(
    request: EmbedRequest,
    encoding: Encoding,
    signal: AbortSignal,
  ): Promise<Answer | Failure> {
    const { texts, purpose, width } = request;
    const { model, provider, endpoint, headers, fields, fetch } = this.#settings;
    const key = await currentKey(this.#settings, signal);
    const widest = Math.max(WIDEST, width ?? 0);
    const reply = await exchange({
      url: endpoint.url,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({
        model,
        input: texts,
        ...(encoding === "none" ? {} : { [provider.encodingField]: encoding }),
        ...fields[purpose],
      }),
      maxBytes: texts.length * (widest * BYTES_PER_NUMBER + BYTES_PER_ITEM) + BYTES_PER_ANSWER,
      fetch,
      signal,
    });
    return reply.kind === "reply" ? this.#read(reply, request, key) : reply;
  }

  #read(reply: Reply, { texts, width }: EmbedRequest, key: string | undefined): Answer | Failure {
    const json = parse(reply.text);
    if (reply.status === 200 && isList(json)) {
      return readAnswer(json.data, json.usage, { count: texts.length, width });
    }
    if (reply.status === 200 && json === undefined) {
      return {
        kind: "transient",
        problem: "answered 200 with something that is not JSON",
        advice: "check that baseURL leads to the server itself and ends in /v1",
      };
    }
    const { model, provider, headers, clock } = this.#settings;
    return classifyReply(reply, json, {
      model,
      keyAdvice: keyAdvice(this.#settings, key),
      isOllama: provider === PROVIDERS.ollama,
      secrets: [...(key === undefined ? [] : [key]), ...Object.values(headers), ...texts],
      clock,
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isList(json: unknown): json is { readonly data: unknown[]; readonly usage?: unknown } {
  return typeof json === "object" && json !== null && "data" in json && Array.isArray(json.data);
}
