import type { JsonObject, TextAnswer, TextModel, TextRequest } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
  checkCallOptions,
} from "@kioku/core/toolkit";
import { askingWithSchema, checkTextRequest, type AskedOnce } from "@kioku/tools";
import { HumanMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";

/** Chat model: any `BaseChatModel`, also after `withConfig`, `withRetry` or `withFallbacks`. */
export interface ChatModel {
  /** Answers messages with a message. */
  invoke(messages: BaseMessage[], options?: Partial<RunnableConfig>): Promise<unknown>;
}

/** Options of `fromChatModel`. */
export interface FromChatModelOptions {
  /** Provider and model. @defaultValue the model's own name, such as `openai/gpt-5-mini` */
  readonly id?: string | undefined;
  /** Passed to each call, such as `callbacks`, `tags`, `metadata` or `timeout`. */
  readonly config?: Omit<Partial<RunnableConfig>, "signal"> | undefined;
  /**
   * Name of the model's call option that limits the tokens of an answer, such as `max_tokens`.
   * @defaultValue none: requests cannot limit the model
   */
  readonly maxTokensOption?: string | undefined;
  /** The model takes images. @defaultValue `false`: requests with images are refused */
  readonly takesImages?: boolean | undefined;
}

/**
 * Converts a chat model of LangChain to a text model, which sends a human message after a system
 * message, if given. A schema is given to `withStructuredOutput`; if the model has none or refuses
 * it, it is written into the system message.
 * @throws `invalid-input` for an invalid model, or one without a name or id.
 */
export function fromChatModel(model: ChatModel, options: FromChatModelOptions = {}): TextModel {
  checkMethods(model, "model", ["invoke"]);
  checkMembers(options, "options", ["id", "config", "maxTokensOption", "takesImages"]);
  const { id = nameOf(model), config = {}, maxTokensOption } = options;
  if (id === undefined) {
    throw invalidInput("options.id", "given, since this model does not name itself");
  }
  checkText(id, "options.id", MAX_NAME_LENGTH);
  checkObject(config, "options.config");
  if (maxTokensOption !== undefined) checkText(maxTokensOption, "options.maxTokensOption", 64);
  const takesImages = checkBoolean(options.takesImages ?? false, "options.takesImages");
  const ask = askingWithSchema(async (request, { signal }) => {
    const { schema, maxTokens } = request;
    const limit =
      maxTokensOption === undefined || maxTokens === undefined
        ? {}
        : { [maxTokensOption]: maxTokens };
    // An undefined signal would hide that of a chain around.
    const settings = { ...config, ...limit, ...(signal ? { signal } : {}) };
    const messages = messagesOf(request);
    const invoke = async (asked: ChatModel): Promise<unknown> =>
      unlessAborted(asked.invoke(messages, settings), signal);
    if (schema === undefined) return { answer: readAnswer(await invoke(model)), heedsSchema: true };
    const asked = structured(model, schema);
    if (!asked) return { heedsSchema: false };
    try {
      return readStructured(await invoke(asked));
    } catch (error) {
      // A model that parses by itself gives no message back.
      if (PARSING.has(fieldsOf(error)["name"])) return { heedsSchema: false };
      throw error;
    }
  });
  return {
    id,
    takesImages,
    async generate(request, call = {}): Promise<TextAnswer> {
      const checked = checkTextRequest(request, takesImages);
      checkCallOptions(call);
      const { signal } = call;
      signal?.throwIfAborted();
      try {
        return await ask(checked, call);
      } catch (error) {
        // Models may throw an error of their own on abort.
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

function messagesOf({ system, prompt, images = [] }: TextRequest): BaseMessage[] {
  const blocks = images.map(({ mediaType: mimeType, data }) => ({
    type: "image" as const,
    mimeType,
    data: Buffer.from(data).toString("base64"),
  }));
  const text = { type: "text" as const, text: prompt };
  const human = new HumanMessage(
    images.length === 0 ? prompt : { contentBlocks: [...blocks, text] },
  );
  return system === undefined ? [human] : [new SystemMessage(system), human];
}

/** Names of errors of parsers. */
const PARSING: ReadonlySet<unknown> = new Set(["SyntaxError", "OutputParserException"]);

/** Returns the model with structured output; `undefined` if it has none. */
function structured(model: ChatModel, schema: JsonObject): ChatModel | undefined {
  const { withStructuredOutput: structure } = fieldsOf(model);
  if (typeof structure !== "function") return undefined;
  try {
    // Models keep the schema and may change it.
    const settings = { name: "answer", includeRaw: true };
    return structure.call(model, structuredClone(schema), settings) as ChatModel;
  } catch {
    return undefined;
  }
}

/** Reads the answer of a model with structured output. Without a message it is of no use. */
function readStructured(answer: unknown): AskedOnce {
  const { raw, parsed } = fieldsOf(answer);
  if (raw === undefined) return { heedsSchema: false };
  const read = readAnswer(raw);
  const { tool_calls: calls } = fieldsOf(raw);
  const [call] = Array.isArray(calls) ? (calls as readonly unknown[]) : [];
  const value = parsed ?? fieldsOf(call)["args"];
  const text = value === undefined ? read.text : JSON.stringify(value);
  return { answer: { ...read, text }, heedsSchema: true };
}

/** Returns provider and model, by `_llmType()` and `model` or `modelName`. */
function nameOf(model: object): string | undefined {
  const { _llmType: type, model: own, modelName } = fieldsOf(model);
  const provider: unknown = typeof type === "function" ? type.call(model) : undefined;
  const parts = [provider, own ?? modelName];
  const names = parts.filter((part) => typeof part === "string" && part.trim() !== "");
  return names.length === 0 ? undefined : names.join("/").slice(0, MAX_NAME_LENGTH);
}

/** Fields in which providers report why an answer ended. */
const REASON_FIELDS = [
  "finish_reason",
  "finishReason",
  "stop_reason",
  "stopReason",
  "done_reason",
  "status",
];

/** Reasons of complete answers. Anything else is a limit, a filter, a failure, or unknown. */
const COMPLETE =
  /^(?:stop|end_turn|stop_sequence|tool_calls|tool_use|function_call|completed?|eos|eos_token)$/iu;

/** Reads the message of a model. @throws `invalid-input` if it is none. */
function readAnswer(message: unknown): TextAnswer {
  // `text` excludes reasoning, tool calls and pictures.
  const { content, text, usage_metadata: usage, response_metadata: metadata } = fieldsOf(message);
  const isMessage = typeof content === "string" || Array.isArray(content);
  if (!isMessage || typeof text !== "string") {
    throw invalidInput("model", "a chat model, whose invoke answers with a message");
  }
  const { input_tokens: inputTokens, output_tokens: outputTokens } = fieldsOf(usage);
  const given = fieldsOf(metadata);
  const reasons = REASON_FIELDS.map((field) => given[field]);
  const reason = reasons.find((value) => typeof value === "string");
  return {
    text,
    isComplete: reason !== undefined && COMPLETE.test(reason),
    ...(isCount(inputTokens) ? { inputTokens } : {}),
    ...(isCount(outputTokens) ? { outputTokens } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
