import { readAnswer } from "../answer/read-answer.js";
import type { Answer } from "../answer/read-answer.js";
import { TIMED_OUT, withinTime } from "../async/within-time.js";
import { classifyReply } from "../failure/classify-reply.js";
import type { Failure } from "../failure/failure.js";
import { PROVIDERS } from "../options/providers.js";
import type { Settings } from "../options/settings.js";
import { currentKey, keyAdvice } from "./api-key.js";
import { exchange } from "./exchange.js";
import type { Reply } from "./exchange.js";

/** What is asked of a server at once. */
export interface Question {
  readonly texts: readonly string[];
  readonly purpose: "query" | "document";
  /** The width that vectors must have, if it is known. */
  readonly width: number | undefined;
  readonly signal: AbortSignal;
}

/** `none`: the field is left out, and what comes is floats. */
type Encoding = "base64" | "float" | "none";

/**
 * A number in JSON with its white space, at its longest; LM Studio writes each on a line of its
 * own.
 */
const BYTES_PER_NUMBER = 48;
const BYTES_PER_ITEM = 1_024;
const BYTES_PER_ANSWER = 65_536;
/**
 * No model in use is wider. The limit does not follow the width that was asked for: a server that
 * ignores it is told from a flood.
 */
const WIDEST = 8_192;

/** A server with `/embeddings`. Remembers which encoding it takes. */
export class EmbeddingServer {
  readonly #settings: Settings;
  #encoding: Encoding;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#encoding = this.#written(settings.encoding);
  }

  /**
   * Sends one request; another one only if the server refuses the encoding. Rejects for an abort,
   * and for a key that cannot be had.
   */
  async ask(question: Question): Promise<Answer | Failure> {
    for (;;) {
      const encoding = this.#encoding;
      const outcome = await this.#send(question, encoding);
      if (outcome.kind !== "encoding") return outcome;
      if (encoding === "none") return { ...outcome, kind: "permanent" };
      this.#encoding = encoding === "base64" ? this.#written("float") : "none";
    }
  }

  /** How an encoding is asked for: some servers have no word for floats. */
  #written(encoding: "base64" | "float"): Encoding {
    return encoding === "float" && !this.#settings.provider.namesFloat ? "none" : encoding;
  }

  /** The key and the answer have to come within the time. */
  async #send(question: Question, encoding: Encoding): Promise<Answer | Failure> {
    const { timeoutMs, schedule } = this.#settings;
    const limit = { signal: question.signal, timeoutMs, schedule };
    try {
      return await withinTime((signal) => this.#exchange(question, encoding, signal), limit);
    } catch (error) {
      if (error === TIMED_OUT) return tooSlow(timeoutMs);
      throw error;
    }
  }

  async #exchange(
    question: Question,
    encoding: Encoding,
    signal: AbortSignal,
  ): Promise<Answer | Failure> {
    const { texts, purpose, width } = question;
    const settings = this.#settings;
    const key = await currentKey(settings, signal);
    const widest = Math.max(WIDEST, width ?? 0);
    const reply = await exchange(
      {
        url: settings.endpoint.url,
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...settings.headers,
        },
        body: JSON.stringify({
          model: settings.model,
          input: texts,
          ...(encoding === "none" ? {} : { [settings.provider.encodingField]: encoding }),
          ...settings.fields[purpose],
        }),
        maxBytes: texts.length * (widest * BYTES_PER_NUMBER + BYTES_PER_ITEM) + BYTES_PER_ANSWER,
      },
      { fetch: settings.fetch, signal },
    );
    return reply.kind === "reply" ? this.#read(reply, question, key) : reply;
  }

  #read(reply: Reply, { texts, width }: Question, key: string | undefined): Answer | Failure {
    const json = parse(reply.text);
    if (reply.status === 200 && isList(json)) {
      return readAnswer(json.data, json.usage, { count: texts.length, width });
    }
    if (reply.status === 200 && json === undefined) {
      return {
        kind: "transient",
        what: "answered 200 with something that is no JSON",
        advice: "check that baseURL leads to the server itself and ends in /v1",
      };
    }
    const { model, retry, provider, headers } = this.#settings;
    return classifyReply(reply, json, {
      model,
      keyAdvice: keyAdvice(this.#settings, key),
      isOllama: provider === PROVIDERS.ollama,
      unspeakable: [...(key === undefined ? [] : [key]), ...Object.values(headers), ...texts],
      clock: retry.clock,
    });
  }
}

function tooSlow(timeoutMs: number): Failure {
  return {
    kind: "transient",
    what: `gave no whole answer within ${timeoutMs} ms`,
    advice: "raise timeoutMs, or lower maxBatchSize",
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isList(
  json: unknown,
): json is { readonly data: readonly unknown[]; readonly usage?: unknown } {
  return typeof json === "object" && json !== null && "data" in json && Array.isArray(json.data);
}
