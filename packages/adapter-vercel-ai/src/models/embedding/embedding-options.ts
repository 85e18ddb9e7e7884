import type { EmbedderProfile } from "@kioku/core/toolkit";
import {
  hashText,
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  MAX_NAME_LENGTH,
  checkProfile,
} from "@kioku/core/toolkit";

import { CALL_OPTIONS, checkCallOptions, checkProviderOptions } from "../call-settings.js";
import type { CallSettings, ModelCallOptions, ProviderOptions } from "../call-settings.js";

/** Options for providers, for stored texts and for queries. */
export interface ProvidersByPurpose {
  /** Sent with stored texts. */
  readonly document?: ProviderOptions | undefined;
  /** Sent with queries. */
  readonly query?: ProviderOptions | undefined;
}

/** Options of `fromEmbeddingModel`. */
export interface FromEmbeddingModelOptions extends ModelCallOptions {
  /**
   * Name of the vector space, stored with every vector: each model needs its own, the same in every
   * process. Set it if provider options change that do not affect vectors. Not blank, at most 512
   * characters. @defaultValue provider and model, `@` and `dimensions`, `+` and a hash of
   * `providerOptions`, such as `openai.embedding/text-embedding-3-small@512`
   */
  readonly id?: string | undefined;
  /**
   * Width of the vectors; other widths fail. Requested from models of specification V4 and from
   * names in AI SDK 7; other models need it in `providerOptions`. @defaultValue width of the first
   * vector
   */
  readonly dimensions?: number | undefined;
  /**
   * Options for providers by purpose, such as `{ document: { voyage: { inputType: "document" } },
   * query: { voyage: { inputType: "query" } } }`.
   */
  readonly providerOptions?: ProvidersByPurpose | undefined;
  /**
   * Texts per call of `embed`; the AI SDK splits larger lists. @defaultValue 64, or the model's
   * limit if less
   */
  readonly maxBatchSize?: number | undefined;
  /** Meaning of cosine similarities. @defaultValue measured by core on the first recall */
  readonly profile?: EmbedderProfile | undefined;
  /** True if all vectors have length 1. @defaultValue `false` */
  readonly normalized?: boolean | undefined;
}

/** Options with defaults filled in. */
export interface EmbeddingSettings extends FromEmbeddingModelOptions {
  readonly id: string;
  readonly providerOptions: ProvidersByPurpose;
  readonly call: CallSettings;
}

const COUNTS = ["dimensions", "maxBatchSize"] as const;
const MEMBERS = ["id", ...COUNTS, "providerOptions", "profile", "normalized", ...CALL_OPTIONS];

/**
 * Checks options and fills in defaults. `ownId` is the id of the embedder behind the model, if any.
 * @throws `invalid-input` naming the option.
 */
export function resolveEmbeddingOptions(
  options: FromEmbeddingModelOptions,
  { model, ownId }: { readonly model: string; readonly ownId: string | undefined },
): EmbeddingSettings {
  checkMembers(options, "options", MEMBERS);
  const { dimensions, maxBatchSize, profile, normalized, headers, maxRetries } = options;
  for (const member of COUNTS) {
    const count = options[member];
    if (count !== undefined) checkNumber(count, `options.${member}`, { min: 1, integer: true });
  }
  if (profile !== undefined) checkProfile(profile, "options.profile");
  if (normalized !== undefined) checkBoolean(normalized, "options.normalized");
  const providerOptions = byPurpose(options.providerOptions);
  const { id = ownId ?? spaceId(model, providerOptions, dimensions) } = options;
  return {
    id: checkText(id, "options.id", MAX_NAME_LENGTH),
    dimensions,
    maxBatchSize,
    profile: profile && { ...profile },
    normalized,
    providerOptions,
    call: checkCallOptions({ headers, maxRetries }),
  };
}

function byPurpose(options: ProvidersByPurpose = {}): ProvidersByPurpose {
  checkMembers(options, "options.providerOptions", ["document", "query"]);
  const checked = (purpose: "document" | "query"): ProviderOptions | undefined => {
    const given = options[purpose];
    if (given === undefined) return undefined;
    return checkProviderOptions(given, `options.providerOptions.${purpose}`);
  };
  return { document: checked("document"), query: checked("query") };
}

/**
 * Returns the id of a vector space: the model, `@` and the width, `+` and a hash of the options for
 * providers, any of which may change vectors.
 */
function spaceId(
  model: string,
  { document = {}, query = {} }: ProvidersByPurpose,
  dimensions: number | undefined,
): string {
  const width = dimensions === undefined ? "" : `@${dimensions}`;
  const options = [document, query].map((one) => canonical(one));
  if (options.every((one) => one === "{}")) return `${model}${width}`;
  return `${model}${width}+${hashText(...options).slice(0, 8)}`;
}

/** Returns JSON with sorted members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
