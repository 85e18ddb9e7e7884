import type { TextAnswer, TextModel, TextRequest } from "@kioku/core";

import { CliError, EXIT } from "../command/cli-error.js";
import type { ModelSettings } from "../config/settings.js";
import type { Host } from "../host.js";
import { postJson, type Reply, type RequestLimits } from "./post-json.js";

/** Limits of a chat model. */
export type ChatModelOptions = Omit<RequestLimits, "fetch" | "clock" | "signal">;

/**
 * Creates the model behind an OpenAI-compatible endpoint, `POST /chat/completions`. Errors hold
 * neither the key nor anything of a request or an answer.
 */
export function createChatModel(
  settings: ModelSettings,
  host: Pick<Host, "fetch" | "clock">,
  options: ChatModelOptions = {},
): TextModel {
  const url = `${settings.baseUrl.replace(/\/+$/u, "")}/chat/completions`;
  let dialect: Dialect = { takesSchema: true, limit: "max_tokens" };
  return {
    id: `${new URL(url).host}/${settings.model}`,
    generate: async (request, call) => {
      for (;;) {
        const reply = await postJson(
          { url, apiKey: settings.apiKey, body: bodyOf(settings.model, request, dialect) },
          { ...options, fetch: host.fetch, clock: host.clock, signal: call?.signal },
        );
        const { status, problem } = reply;
        if (status === 200 && problem === undefined) return answerOf(reply, settings);
        const other = otherDialect(reply, request, dialect);
        if (other === undefined) throw modelFailure(reply, settings);
        // Kept: a field that the server has refused is not sent again.
        dialect = other;
      }
    },
  };
}

/** Fields that servers differ in. */
interface Dialect {
  /** True if it knows `response_format`. */
  readonly takesSchema: boolean;
  /** Name of the limit of tokens: newer models of OpenAI refuse the older name. */
  readonly limit: "max_tokens" | "max_completion_tokens";
}

function bodyOf(model: string, request: TextRequest, { takesSchema, limit }: Dialect): unknown {
  const { system, prompt, schema, maxTokens } = request;
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      { role: "user", content: prompt },
    ],
    ...(maxTokens === undefined ? {} : { [limit]: maxTokens }),
    ...(takesSchema && schema !== undefined
      ? { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }
      : {}),
  };
}

/** Returns how to ask a server that did not understand a field; `undefined` if it did. */
function otherDialect(
  { status, text }: Reply,
  { schema, maxTokens }: TextRequest,
  { takesSchema, limit }: Dialect,
): Dialect | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const message = text.slice(0, 2000);
  if (maxTokens !== undefined && limit === "max_tokens" && /max_completion_tokens/u.test(message)) {
    return { takesSchema, limit: "max_completion_tokens" };
  }
  const isAboutSchema = status === 422 || /response_format|schema|grammar/iu.test(message);
  return schema !== undefined && takesSchema && isAboutSchema
    ? { takesSchema: false, limit }
    : undefined;
}

interface Completion {
  readonly choices?: readonly {
    readonly message?: { readonly content?: unknown };
    readonly finish_reason?: unknown;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown };
}

function answerOf(reply: Reply, settings: ModelSettings): TextAnswer {
  const completion = parse(reply.text);
  const choice = completion?.choices?.[0];
  const content = choice?.message?.content;
  if (choice === undefined || (content !== null && typeof content !== "string")) {
    throw modelFailure({ ...reply, problem: "answered something that is no completion" }, settings);
  }
  const { prompt_tokens: input, completion_tokens: output } = completion?.usage ?? {};
  return {
    text: content ?? "",
    isComplete: choice.finish_reason === "stop",
    ...(typeof input === "number" ? { inputTokens: input } : {}),
    ...(typeof output === "number" ? { outputTokens: output } : {}),
  };
}

function parse(text: string): Completion | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Each field is checked where it is read.
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the error for a reply without an answer; it holds nothing that the server wrote. */
function modelFailure({ status, problem, isPassing }: Reply, settings: ModelSettings): CliError {
  const what = problem ?? `answered ${status}`;
  return new CliError(
    "model-failed",
    `the model ${settings.model} at ${settings.baseUrl} ${what}`,
    { exitCode: isPassing ? EXIT.tryAgain : EXIT.failed, hint: hintFor(status, settings) },
  );
}

function hintFor(status: number, { model, apiKey }: ModelSettings): string {
  if (status === 0) return "check that it runs, and model.base_url";
  if (status === 401 || status === 403) {
    return apiKey === undefined ? "set model.api_key" : "check model.api_key";
  }
  if (status === 404) return `check model.base_url, up to /v1, and that it has the model ${model}`;
  if (status === 429 || status >= 500) return "try again later";
  if (status >= 300 && status < 400) return "redirects are not followed: check model.base_url";
  return "check model.base_url and model.model";
}
