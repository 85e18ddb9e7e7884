import type { EmbedderProfile } from "@kioku/core/toolkit";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  MAX_NAME_LENGTH,
  checkProfile,
} from "@kioku/core/toolkit";

import { CALL_OPTIONS, checkCallOptions, checkProviderOptions } from "../call-settings.js";
import type { CallSettings, ModelCallOptions, ProviderOptions } from "../call-settings.js";
import { spaceId } from "./space-id.js";

/** Options for providers, for texts that are stored and for questions. */
export interface ProvidersByPurpose {
  /** With texts that are stored. */
  readonly document?: ProviderOptions | undefined;
  /** With questions. */
  readonly query?: ProviderOptions | undefined;
}

/** How an embedding model becomes an embedder. */
export interface FromEmbeddingModelOptions extends ModelCallOptions {
  /**
   * Names the space of the vectors and is kept beside every one of them: another model needs
   * another id, the same model the same one in every process. Say it where options for providers
   * change that do not change vectors. Not blank, at most 512 characters.
   * @defaultValue provider and model, `@` and `dimensions`, `+` and a hash of `providerOptions`,
   *   such as `openai.embedding/text-embedding-3-small@512`
   */
  readonly id?: string | undefined;
  /**
   * Width of the vectors. A model of the specification V4 is asked for it, and so is one that AI
   * SDK 7 finds by its name; whether it obeys is the provider's. All others have to be told by
   * `providerOptions`, in the words of the provider. A vector of another width fails.
   * @defaultValue that of the first vector
   */
  readonly dimensions?: number | undefined;
  /**
   * Options for providers, for each purpose, since the AI SDK has no common ones, such as
   * `{ document: { voyage: { inputType: "document" } }, query: { voyage: { inputType: "query" } } }`.
   */
  readonly providerOptions?: ProvidersByPurpose | undefined;
  /**
   * How many texts core hands over at once. The AI SDK splits what is more than the model takes.
   * @defaultValue 64, as core does it, or what the model takes if that is less
   */
  readonly maxBatchSize?: number | undefined;
  /** What cosine similarities of the model mean. Absent: core measures it on the first recall. */
  readonly profile?: EmbedderProfile | undefined;
  /** Whether all vectors have length 1. @defaultValue `false` */
  readonly normalized?: boolean | undefined;
}

/** The options with every default in its place. */
export interface EmbeddingSettings {
  readonly id: string;
  readonly dimensions: number | undefined;
  readonly maxBatchSize: number | undefined;
  readonly profile: EmbedderProfile | undefined;
  readonly normalized: boolean | undefined;
  readonly providerOptions: ProvidersByPurpose;
  readonly call: CallSettings;
}

const COUNTS = ["dimensions", "maxBatchSize"] as const;
const PURPOSES = ["document", "query"] as const;
const MEMBERS = ["id", ...COUNTS, "providerOptions", "profile", "normalized", ...CALL_OPTIONS];

/**
 * The options with every default in its place. `ownId` is that of the embedder that the model was
 * made of, if it was.
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function resolveEmbeddingOptions(
  options: FromEmbeddingModelOptions,
  { model, ownId }: { readonly model: string; readonly ownId: string | undefined },
): EmbeddingSettings {
  checkMembers(options, "options", MEMBERS);
  const { dimensions, maxBatchSize, profile, normalized } = options;
  for (const member of COUNTS) {
    const count = options[member];
    if (count !== undefined) checkNumber(count, `options.${member}`, { min: 1, integer: true });
  }
  if (profile !== undefined) checkProfile(profile, "options.profile");
  if (normalized !== undefined) checkBoolean(normalized, "options.normalized");
  const providerOptions = byPurpose(options.providerOptions);
  const { id = ownId ?? spaceId(model, { dimensions, providerOptions }) } = options;
  return {
    id: checkText(id, "options.id", MAX_NAME_LENGTH),
    dimensions,
    maxBatchSize,
    profile: profile && { ...profile },
    normalized,
    providerOptions,
    call: checkCallOptions(options),
  };
}

function byPurpose(options: ProvidersByPurpose = {}): ProvidersByPurpose {
  checkMembers(options, "options.providerOptions", PURPOSES);
  const given = PURPOSES.filter((purpose) => options[purpose] !== undefined);
  return Object.fromEntries(
    given.map((purpose) => [
      purpose,
      checkProviderOptions(options[purpose], `options.providerOptions.${purpose}`),
    ]),
  );
}
