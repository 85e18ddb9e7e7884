import type { PurposeFields, PurposePrefixes } from "../options.js";
import type { ProviderName } from "../options/providers.js";

/** What is known of a model. Every fact has a source. */
export interface ModelPreset {
  /** Names it goes by, in lower case, without organisation and tag. */
  readonly names: readonly string[];
  /**
   * Whose it is, if a company offers it itself; `body` and `maxRequestTokens` are for that
   * company's server alone.
   */
  readonly provider?: ProviderName;
  /** Width of its vectors if nothing is said; absent where no source gives it. */
  readonly dimensions?: number;
  /** Widths that it can be told: a list, or a range. Absent: none but its own. */
  readonly allowed?: readonly number[] | { readonly min: number; readonly max: number };
  /** Tokens of one text. */
  readonly maxInputTokens: number;
  /** Tokens of one request, where they differ from what its provider says. */
  readonly maxRequestTokens?: number;
  /** Text in front of inputs. */
  readonly prefix?: PurposePrefixes;
  /** Fields of the body at `provider`. */
  readonly body?: PurposeFields;
  /** Whether its vectors have length 1 at its own width. */
  readonly normalized?: boolean;
  /** Where this was read. */
  readonly sources: readonly string[];
  /** When, as year-month-day. */
  readonly readAt: string;
}
