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
  recallSettings,
} from "@kioku/core/toolkit";

import type { MemoryToolName } from "./memory-tool.js";

/**
 * How a tool recalls, and with that what all tools may see. `limit` is also the most that a model
 * can ask for.
 */
export type MemoryToolsRecall = Omit<RecallQuery, "query" | "asOf"> & PromptOptions;

/** What everything that a tool remembers gets. */
export type MemoryToolsRemember = Pick<RememberInput, "kind" | "metadata" | "trust" | "ttlMs">;

/** What apps say of the tools of a memory. */
export interface MemoryToolsOptions {
  /**
   * Which tools there are. `update` and `forget` let a model change what is there. @defaultValue
   * `["remember", "recall"]`
   */
  readonly only?: readonly MemoryToolName[] | undefined;
  /** Goes before the names: letters, digits, `_` and `-`, at most 40. @defaultValue `""` */
  readonly prefix?: string | undefined;
  /**
   * How `recall` recalls and writes down what it found. What `kinds`, `filter`, `exclude` and
   * `includeArchived` leave out is also out of the reach of `update` and `forget`, as are the
   * scopes below. @defaultValue at most 10 of all kinds, without labels to cite
   */
  readonly recall?: MemoryToolsRecall | undefined;
  /**
   * What everything that `remember` writes gets: `metadata`, for one, that passes the filter of
   * `recall`. `trust` is the most that `remember` and `update` are trusted; with 0.5 or less
   * `update` cannot replace what is trusted.
   * @defaultValue kind `note`, or the first of `recall.kinds` if `note` is not one of them
   */
  readonly remember?: MemoryToolsRemember | undefined;
  /**
   * Names of tools of the agent whose answers are as good as the app's own. What `remember` and
   * `update` write in a turn in which any other tool has answered has a trust of at most 0.5.
   * @defaultValue none
   */
  readonly trustedTools?: readonly string[] | undefined;
}

/** What a host says of itself. */
export interface MemoryToolsHost {
  /**
   * Fields of metadata that tell which message of a conversation a memory is. What `update` writes
   * is none, so it does not take them over. @defaultValue none
   */
  readonly messageFields?: readonly string[] | undefined;
}

/** Options with every default filled in. */
export interface ResolvedToolsOptions {
  readonly only: readonly MemoryToolName[];
  /** The full name of a tool. */
  readonly nameOf: (name: MemoryToolName) => string;
  /** Whether a model can use ids. */
  readonly showsIds: boolean;
  readonly maxLimit: number;
  readonly settings: Omit<RecallQuery, "query" | "limit"> & { readonly limit: number };
  readonly prompt: PromptOptions;
  readonly remember: MemoryToolsRemember & { readonly kind: string };
  readonly messageFields: ReadonlySet<string>;
}

const NAMES: readonly MemoryToolName[] = ["remember", "recall", "update", "forget"];
const PREFIX = /^[a-zA-Z0-9_-]{0,40}$/;
const MOST_RECALLED = 20;
const USUALLY_RECALLED = 10;

/** @throws `invalid-input` naming the option, what is allowed and what came. */
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
    maxLimit: settings.limit ?? MOST_RECALLED,
    settings: { ...settings, limit: settings.limit ?? USUALLY_RECALLED },
    prompt: { ...prompt, cite: prompt.cite ?? false },
    remember: checkRemember(options.remember ?? {}, settings.kinds),
    messageFields: new Set(messageFields),
  };
}

/**
 * Names of tools that are trusted, as the option of that name has them; none if it is absent.
 * @throws `invalid-input` for anything but a list of names.
 */
export function checkTrustedTools(names: unknown = []): readonly string[] {
  return checkTexts(names, "options.trustedTools", MAX_NAME_LENGTH);
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
