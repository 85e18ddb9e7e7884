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
import { checkOptions } from "./check-options.js";
import { embedderId } from "./embedder-id.js";
import { toEndpoint } from "./endpoint.js";
import { findPreset, type ModelPreset } from "./model-presets.js";
import { PROVIDERS, type Provider, type ProviderName } from "./providers.js";
import type { ByPurpose, Limits, Settings } from "./settings.js";

/** Estimates were measured down to 0.9 of the true count (see `estimateTokens`). */
const ESTIMATE_SHARE = 0.9;

/**
 * Checks the options and fills in defaults, from the preset of the model if there is one.
 * @throws `invalid-input` naming the option, the rule and, unless it is a secret, the value.
 */
export function resolveOptions(options: OpenAIEmbedderOptions): Settings {
  checkOptions(options);
  const preset = findPreset(options.model);
  const name = options.provider ?? (options.baseURL === undefined ? "openai" : "compatible");
  if (options.provider === undefined) refuseOtherServer(options, preset);
  const provider = PROVIDERS[name];
  const endpoint = toEndpoint(options.baseURL, provider, name);
  const dimensions = checkedWidth(options.dimensions, preset, options.model) ?? preset?.dimensions;
  const prefix = {
    query: options.prefix?.query ?? preset?.prefix?.query ?? "",
    document: options.prefix?.document ?? preset?.prefix?.document ?? "",
  };
  const isOtherWidth = options.dimensions !== undefined && dimensions !== preset?.dimensions;
  const width = isOtherWidth ? { [provider.dimensionsField]: dimensions } : {};
  const fields = bodyFields(options, preset?.provider === name ? preset.body : undefined, {
    ...width,
    ...provider.refuseLong,
  });
  const given = Object.entries(options.headers ?? {});
  const headers = Object.fromEntries(given.map(([header, value]) => [header.toLowerCase(), value]));
  return {
    model: options.model,
    id: options.id ?? embedderId({ model: options.model, dimensions, prefix, fields }),
    provider,
    endpoint,
    apiKey: options.apiKey,
    headers,
    dimensions,
    encoding: options.encoding ?? (endpoint.isProviders ? provider.encoding : "float"),
    fields,
    prefix,
    limits: toLimits(options, { preset, provider, name }),
    maxRetries: options.maxRetries ?? 3,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 10_000,
    timeoutMs: options.timeoutMs ?? 20_000,
    maxConcurrency: options.maxConcurrency ?? 4,
    profile: options.profile,
    normalized: options.normalized ?? (isOtherWidth ? undefined : preset?.normalized),
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    clock: checkedClock(options.clock ?? (() => new Date())),
    random: checkedRandom(options.random ?? secureRandom),
    schedule: checkedSchedule(options.schedule ?? waitedTimer),
  };
}

/** Refuses to send texts to OpenAI by mistake: only a model that is known to be its own may. */
function refuseOtherServer(options: OpenAIEmbedderOptions, preset: ModelPreset | undefined): void {
  if (options.baseURL !== undefined || preset?.provider === "openai") return;
  const { model } = options;
  const fact = preset ? "is no model of OpenAI" : "is not known to be a model of OpenAI";
  const name = preset ? (preset.provider ?? "ollama") : "openai";
  const advice = `say which server has it, such as provider: "${name}", or its baseURL`;
  throw new MemoryError("invalid-input", `${model} ${fact}; ${advice}`);
}

function checkedWidth(
  width: number | undefined,
  preset: ModelPreset | undefined,
  model: string,
): number | undefined {
  if (width === undefined || !preset || width === preset.dimensions) return width;
  const { allowed } = preset;
  let choice = `${preset.dimensions}`;
  if (allowed && "min" in allowed) {
    if (width >= allowed.min && width <= allowed.max) return width;
    choice = `${allowed.min} to ${allowed.max}`;
  } else if (allowed) {
    if (allowed.includes(width)) return width;
    choice = `one of ${allowed.join(", ")}`;
  }
  throw new MemoryError("invalid-input", `dimensions of ${model} must be ${choice}, got ${width}`);
}

function bodyFields(
  { body = {} }: OpenAIEmbedderOptions,
  known: PurposeFields = {},
  own: Readonly<Record<string, unknown>>,
): ByPurpose<Readonly<Record<string, unknown>>> {
  const of = (purpose: "query" | "document"): Readonly<Record<string, unknown>> => {
    const fields = { ...own, ...known.always, ...known[purpose], ...body.always, ...body[purpose] };
    // A copy: the caller may change the object later.
    return JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
  };
  return { query: of("query"), document: of("document") };
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
  const ofModel = of.preset?.provider === of.name ? of.preset.maxRequestTokens : undefined;
  const most = ofModel ?? maxRequestTokens;
  const share = countTokens ? 1 : ESTIMATE_SHARE;
  const usual = most === undefined ? undefined : Math.floor(most * share);
  return {
    maxBatchSize,
    maxBatchTokens: options.maxBatchTokens ?? usual,
    maxInputTokens: options.maxInputTokens ?? of.preset?.maxInputTokens,
    truncate: options.truncate ?? false,
    count: countTokens ? checkedCount(countTokens) : estimateTokens,
    isExact: countTokens !== undefined,
  };
}
