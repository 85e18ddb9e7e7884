import type { RememberInput, RecallQuery, PromptOptions } from "@kioku/core";
import {
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import { recallSettings } from "../host-parts.js";
import type { TextSource } from "../trust/judge-trust.js";
import type { MemoryToolName } from "./memory-tool.js";

/** Options of recall, and the reach of all tools. `limit` is also the limit of the model. */
export type MemoryToolsRecall = Omit<RecallQuery, "query" | "asOf"> & PromptOptions;

/** Fields of every memory that a tool writes. */
export type MemoryToolsRemember = Pick<RememberInput, "kind" | "metadata" | "trust" | "ttlMs">;

/**
 * Names of tools whose answers are trusted, or a function that returns true for a trusted source: a
 * call that a person has looked at, say. It is asked anew for each text, so that an answer clears
 * what its chat holds already.
 */
export type TrustedTools = readonly string[] | ((source: TextSource) => boolean);

/** Options of `defineMemoryTools` from the app. */
export interface MemoryToolsOptions {
  /** Tools to define. @defaultValue `["remember", "recall"]` */
  readonly only?: readonly MemoryToolName[] | undefined;
  /** Prefix of the names: letters, digits, `_` and `-`, at most 40. @defaultValue `""` */
  readonly prefix?: string | undefined;
  /**
   * Options of `recall` and its text. Memories that `kinds`, `filter`, `exclude` and
   * `includeArchived` leave out, and scopes below, are also out of reach of `update` and `forget`.
   * @defaultValue at most 10 of all kinds, without labels to cite
   */
  readonly recall?: MemoryToolsRecall | undefined;
  /**
   * Fields of what `remember` writes, such as `metadata` that passes the filter of `recall`.
   * `trust` is the highest trust of `remember` and `update`; at 0.5 or less, `update` cannot
   * replace trusted memories.
   * @defaultValue kind `note`, or the first of `recall.kinds` if `note` is not in it
   */
  readonly remember?: MemoryToolsRemember | undefined;
  /**
   * The agent's tools whose answers are trusted. After the answer of any other tool, `remember` and
   * `update` write with a trust of at most 0.5 in this turn, and later what repeats that answer.
   * @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
}

/** Options of `defineMemoryTools` from the host. */
export interface MemoryToolsHost {
  /** Metadata fields of chat messages, which `update` does not take over. @defaultValue none */
  readonly messageFields?: readonly string[] | undefined;
}

/** Options with all defaults. */
export interface ResolvedToolsOptions {
  readonly only: readonly MemoryToolName[];
  /** Returns the full name of a tool. */
  readonly nameOf: (name: MemoryToolName) => string;
  /** True if the model needs ids. */
  readonly showsIds: boolean;
  readonly maxLimit: number;
  readonly settings: Omit<RecallQuery, "query" | "limit"> & { readonly limit: number };
  readonly prompt: PromptOptions;
  readonly remember: MemoryToolsRemember & { readonly kind: string };
  readonly messageFields: ReadonlySet<string>;
}

const NAMES: readonly MemoryToolName[] = ["remember", "recall", "update", "forget"];
const PREFIX = /^[a-zA-Z0-9_-]{0,40}$/;
const MAX_RECALLED = 20;
const DEFAULT_RECALLED = 10;

/** Checks the options. @throws `invalid-input` naming the option. */
export function resolveToolsOptions(
  options: MemoryToolsOptions,
  { messageFields = [] }: MemoryToolsHost,
): ResolvedToolsOptions {
  checkMembers(options, "options", ["only", "prefix", "recall", "remember", "trustedTools"]);
  const { prefix = "", recall = {} } = options;
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw invalidInput("options.prefix", "at most 40 letters, digits, _ and -", prefix);
  }
  const only = checkOnly(options.only ?? ["remember", "recall"]);
  const { settings, prompt } = recallSettings(recall, "options.recall");
  if (settings.asOf !== undefined) {
    throw invalidInput("options.recall.asOf", "absent: tools work on what is known now");
  }
  checkTrustedTools(options.trustedTools);
  return {
    only,
    nameOf: (name) => `${prefix}${name}`,
    showsIds: only.includes("update") || only.includes("forget"),
    maxLimit: settings.limit ?? MAX_RECALLED,
    settings: { ...settings, limit: settings.limit ?? DEFAULT_RECALLED },
    prompt: { ...prompt, cite: prompt.cite ?? false },
    remember: checkRemember(options.remember ?? {}, settings.kinds),
    messageFields: new Set(messageFields),
  };
}

/**
 * Checks the option `trustedTools`, and returns the function that tells trusted sources.
 * @throws `invalid-input` for anything but a list of names or a function.
 */
export function checkTrustedTools(given: unknown = []): (source: TextSource) => boolean {
  if (typeof given === "function") {
    const isTrusted = given as (source: TextSource) => unknown;
    return (source) => isTrusted(source) === true;
  }
  const names = new Set(checkTexts(given, "options.trustedTools", MAX_NAME_LENGTH));
  return ({ tool }) => tool !== undefined && names.has(tool);
}

function checkOnly(only: unknown): readonly MemoryToolName[] {
  if (!Array.isArray(only) || only.length === 0) {
    throw invalidInput("options.only", `a list of some of ${NAMES.join(", ")}`, only);
  }
  const names = new Set(
    Array.from(only, (name, index) => checkOneOf(name, `options.only[${index}]`, NAMES)),
  );
  return NAMES.filter((name) => names.has(name));
}

function checkRemember(
  given: MemoryToolsRemember,
  kinds: readonly string[] | undefined,
): ResolvedToolsOptions["remember"] {
  checkMembers(given, "options.remember", ["kind", "metadata", "trust", "ttlMs"]);
  const { metadata, trust, ttlMs } = given;
  if (metadata !== undefined) checkObject(metadata, "options.remember.metadata");
  if (trust !== undefined) checkNumber(trust, "options.remember.trust", { min: 0, max: 1 });
  if (ttlMs !== undefined) checkNumber(ttlMs, "options.remember.ttlMs", { above: 0 });
  const usual = kinds === undefined || kinds.includes("note") ? "note" : kinds[0];
  const kind = checkText(given.kind ?? usual, "options.remember.kind", MAX_NAME_LENGTH);
  if (kinds !== undefined && !kinds.includes(kind)) {
    throw invalidInput("options.remember.kind", "one of options.recall.kinds", kind);
  }
  return { ...given, kind };
}
