import { MemoryError } from "@kioku/core";
import {
  estimateTokens,
  checkedClock,
  checkedCount,
  checkedRandom,
  checkedSchedule,
  checkNumber,
  secureRandom,
  waitedTimer,
} from "@kioku/core/toolkit";

import type { OpenAIEmbedderOptions, PurposeFields } from "../options.js";
import { findPreset } from "../presets/find-preset.js";
import type { ModelPreset } from "../presets/model-preset.js";
import { checkOptions } from "./check-options.js";
import { embedderId } from "./embedder-id.js";
import { PROVIDERS } from "./providers.js";
import type { Provider, ProviderName } from "./providers.js";
import type { ByPurpose, Limits, RetrySettings, Settings } from "./settings.js";
import { toEndpoint } from "./to-endpoint.js";

/** Estimates were measured down to 0.9 of the true count (see `estimateTokens`). */
const ESTIMATE_SHARE = 0.9;

/**
 * Checks the options and fills in defaults, from the preset of the model if there is one.
 * @throws `invalid-input` naming the option, what is allowed and, unless it is a secret, what came.
 */
export function resolveOptions(options: OpenAIEmbedderOptions): Settings {
  checkOptions(options);
  const preset = findPreset(options.model);
  const name = options.provider ?? (options.baseURL === undefined ? "openai" : "compatible");
  if (options.provider === undefined) refuseOtherServer(options, preset);
  const provider = PROVIDERS[name];
  const endpoint = toEndpoint(options.baseURL, provider, name);
  const dimensions = checkedWidth(options.dimensions, preset, options.model) ?? preset?.dimensions;
  const prefix = { query: "", document: "", ...given(preset?.prefix), ...given(options.prefix) };
  const isAsked = options.dimensions !== undefined && options.dimensions !== preset?.dimensions;
  const width = isAsked ? { [provider.dimensionsField]: options.dimensions } : {};
  const fields = bodyFields(options, preset?.provider === name ? preset.body : undefined, {
    ...width,
    ...provider.refuseLong,
  });
  return {
    model: options.model,
    id: options.id ?? embedderId({ model: options.model, dimensions, prefix, fields }),
    provider,
    endpoint,
    apiKey: options.apiKey,
    headers: lowerCase(options.headers ?? {}),
    dimensions,
    encoding: options.encoding ?? (endpoint.isOwn ? provider.encoding : "float"),
    fields,
    prefix,
    limits: toLimits(options, { preset, provider, name }),
    retry: toRetry(options),
    timeoutMs: options.timeoutMs ?? 20_000,
    maxConcurrency: options.maxConcurrency ?? 4,
    profile: options.profile,
    normalized: options.normalized ?? (isAsked ? undefined : preset?.normalized),
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    schedule: checkedSchedule(options.schedule ?? waitedTimer),
  };
}

/**
 * Texts must not go to a company by mistake: only what is known to be a model of OpenAI is a reason
 * to send them there.
 */
function refuseOtherServer(options: OpenAIEmbedderOptions, preset: ModelPreset | undefined): void {
  if (options.baseURL !== undefined || preset?.provider === "openai") return;
  const { model } = options;
  const fact = preset ? "is no model of OpenAI" : "is not known to be a model of OpenAI";
  const name = preset ? (preset.provider ?? "ollama") : "openai";
  const advice = `say which server has it, such as provider: "${name}", or its baseURL`;
  throw new MemoryError("invalid-input", `${model} ${fact}; ${advice}`);
}

function checkedWidth(
  asked: number | undefined,
  preset: ModelPreset | undefined,
  model: string,
): number | undefined {
  if (asked === undefined || !preset || asked === preset.dimensions) return asked;
  const { allowed } = preset;
  const fits =
    allowed &&
    ("min" in allowed ? asked >= allowed.min && asked <= allowed.max : allowed.includes(asked));
  if (fits) return asked;
  const choice =
    allowed === undefined
      ? `${preset.dimensions}`
      : "min" in allowed
        ? `${allowed.min} to ${allowed.max}`
        : `one of ${allowed.join(", ")}`;
  throw new MemoryError("invalid-input", `dimensions of ${model} must be ${choice}, got ${asked}`);
}

function bodyFields(
  { body = {} }: OpenAIEmbedderOptions,
  known: PurposeFields = {},
  own: Readonly<Record<string, unknown>>,
): ByPurpose<Readonly<Record<string, unknown>>> {
  const of = (purpose: "query" | "document"): Readonly<Record<string, unknown>> =>
    given({ ...own, ...known.always, ...known[purpose], ...body.always, ...body[purpose] });
  // A copy, so that a later change of the caller's object changes no vectors.
  return { query: asJson(of("query")), document: asJson(of("document")) };
}

function asJson(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function toLimits(
  options: OpenAIEmbedderOptions,
  of: {
    readonly preset: ModelPreset | undefined;
    readonly provider: Provider;
    readonly name: ProviderName;
  },
): Limits {
  const { maxInputs, batchSize, maxRequestTokens } = of.provider;
  const { maxBatchSize = batchSize, countTokens } = options;
  checkNumber(maxBatchSize, "maxBatchSize", { min: 1, max: maxInputs, integer: true });
  const most =
    of.preset?.provider === of.name
      ? (of.preset.maxRequestTokens ?? maxRequestTokens)
      : maxRequestTokens;
  const share = countTokens ? 1 : ESTIMATE_SHARE;
  return {
    maxBatchSize,
    maxBatchTokens:
      options.maxBatchTokens ?? (most === undefined ? undefined : Math.floor(most * share)),
    maxInputTokens: options.maxInputTokens ?? of.preset?.maxInputTokens,
    truncate: options.truncate ?? false,
    count: countTokens ? checkedCount(countTokens) : estimateTokens,
    isExact: countTokens !== undefined,
  };
}

function toRetry(options: OpenAIEmbedderOptions): RetrySettings {
  const { maxRetries = 3, maxRetryAfterMs = 10_000 } = options;
  const { clock = () => new Date(), random = secureRandom } = options;
  const [at, chance] = [checkedClock(clock), checkedRandom(random)];
  return { maxRetries, maxRetryAfterMs, clock: at, random: chance };
}

/** The members that have a value. */
function given<T extends object>(members: T | undefined): { [K in keyof T]: NonNullable<T[K]> } {
  const entries = Object.entries(members ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: NonNullable<T[K]> };
}
