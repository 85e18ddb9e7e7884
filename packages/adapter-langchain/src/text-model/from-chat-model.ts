import type { CallOptions } from "@kioku/core";
import type { TextAnswer, TextModel, TextRequest } from "@kioku/core/toolkit";
import {
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
} from "@kioku/core/toolkit";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";

import { readAnswer } from "./read-answer.js";

/**
 * What is needed of a chat model: every `BaseChatModel`, and what `withConfig`, `withRetry` or
 * `withFallbacks` make of one.
 */
export interface ChatModel {
  /** Answers messages with a message. */
  invoke(messages: BaseMessage[], options?: Partial<RunnableConfig>): Promise<unknown>;
}

/** How a chat model becomes a text model. */
export interface FromChatModelOptions {
  /**
   * Provider and model. @defaultValue what the model says of itself, such as `openai/gpt-5-mini`
   */
  readonly id?: string | undefined;
  /**
   * Passed to each call, such as `callbacks`, `tags` and `metadata` for tracing, or `timeout`. The
   * signal is that of the call.
   */
  readonly config?: Omit<Partial<RunnableConfig>, "signal"> | undefined;
  /**
   * Name of the model's call option that limits the tokens of an answer, such as `max_tokens`.
   * LangChain has no common one, and most models take the limit in their constructor only.
   * @defaultValue none: the limit is that of the model, whatever a request asks
   */
  readonly maxTokensOption?: string | undefined;
}

/**
 * A chat model of LangChain as the text model of a memory. Asks with one system message, if there
 * is one, and one human message.
 * @throws `invalid-input` for what is no chat model, and if neither it nor the options say what it
 *   is called.
 */
export function fromChatModel(model: ChatModel, options: FromChatModelOptions = {}): TextModel {
  checkMethods(model, "model", ["invoke"]);
  checkMembers(options, "options", ["id", "config", "maxTokensOption"]);
  const { id = nameOf(model), config = {}, maxTokensOption } = options;
  if (id === undefined)
    throw invalidInput("options.id", "given, since this model does not name itself");
  checkText(id, "options.id", MAX_NAME_LENGTH);
  checkObject(config, "options.config");
  if (maxTokensOption !== undefined) checkText(maxTokensOption, "options.maxTokensOption", 64);
  return {
    id,
    async generate(request, call = {}): Promise<TextAnswer> {
      const messages = messagesOf(request);
      const signal = signalOf(call);
      const { maxTokens } = request;
      signal?.throwIfAborted();
      const limit =
        maxTokensOption === undefined || maxTokens === undefined
          ? {}
          : { [maxTokensOption]: maxTokens };
      // A signal that is there but undefined would hide that of a chain around this.
      const settings = { ...config, ...limit, ...(signal ? { signal } : {}) };
      try {
        return readAnswer(await unlessAborted(model.invoke(messages, settings), signal));
      } catch (error) {
        // A model may put the abort in words of its own.
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}

function messagesOf(request: TextRequest): BaseMessage[] {
  checkMembers(request, "request", ["system", "prompt", "maxTokens"]);
  const { system, prompt, maxTokens } = request;
  if (maxTokens !== undefined) {
    checkNumber(maxTokens, "request.maxTokens", { min: 1, integer: true });
  }
  const human = new HumanMessage(checkText(prompt, "request.prompt", Infinity));
  if (system === undefined) return [human];
  return [new SystemMessage(checkText(system, "request.system", Infinity)), human];
}

function signalOf(options: CallOptions): AbortSignal | undefined {
  checkMembers(options, "options", ["signal"]);
  const { signal } = options;
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  throw invalidInput("options.signal", "an AbortSignal", signal);
}

/** As providers name it: `_llmType()` says which provider, `model` or `modelName` which model. */
function nameOf(model: object): string | undefined {
  const {
    _llmType: type,
    model: one,
    modelName: other,
  } = model as Readonly<Record<string, unknown>>;
  const parts = [
    typeof type === "function" ? (type.call(model) as unknown) : undefined,
    one ?? other,
  ];
  const names = parts.filter((part) => typeof part === "string" && part.trim() !== "");
  return names.length === 0 ? undefined : names.join("/").slice(0, MAX_NAME_LENGTH);
}
