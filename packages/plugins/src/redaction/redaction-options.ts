import {
  checkMembers,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { RedactionRule } from "./built-in-rules.js";
import { SECRET_RULES, RULES } from "./built-in-rules.js";
import type { NamedRule } from "./redactor.js";
import { findByOwnPattern } from "./rule.js";

/** What `redaction` takes. */
export interface RedactionOptions {
  /**
   * `replace` writes without the secret; `reject` vetoes what holds one. @defaultValue `"replace"`
   */
  readonly mode?: "replace" | "reject" | undefined;
  /** Which built-in rules apply. @defaultValue `SECRET_RULES` */
  readonly rules?: readonly RedactionRule[] | undefined;
  /**
   * Patterns of your own by name, applied before the others. If a pattern has a group called
   * `secret`, only that is replaced. How long they take is up to you: avoid repetitions within
   * repetitions.
   */
  readonly patterns?: Readonly<Record<string, RegExp>> | undefined;
  /**
   * What stands in place of a secret, made of the rule's name. @defaultValue the name in brackets,
   * such as `[card-number]`
   */
  readonly replacement?: string | ((rule: string) => string) | undefined;
}

/** The options with every default filled in. */
export interface ResolvedRedaction {
  readonly mode: "replace" | "reject";
  readonly rules: readonly NamedRule[];
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function resolveRedactionOptions(options: RedactionOptions): ResolvedRedaction {
  checkMembers(options, "redaction", ["mode", "rules", "patterns", "replacement"]);
  const { rules = SECRET_RULES, patterns = {}, replacement } = options;
  const mode = checkOneOf(options.mode ?? "replace", "mode", ["replace", "reject"]);
  if (!Array.isArray(rules)) throw invalidInput("rules", "a list of names", rules);
  const known = Object.keys(RULES) as RedactionRule[];
  const chosen = new Set(rules.map((rule, index) => checkOneOf(rule, `rules[${index}]`, known)));
  const own = ownRules(patterns, known);
  const builtIn = known
    .filter((name) => chosen.has(name))
    .map((name) => [name, RULES[name]] as const);
  return {
    mode,
    rules: [...own, ...builtIn].map(([name, find]) => {
      return { name, find, replacement: replacementFor(name, replacement) };
    }),
  };
}

function ownRules(
  patterns: Readonly<Record<string, RegExp>>,
  known: readonly string[],
): readonly (readonly [string, NamedRule["find"]])[] {
  checkMembers(patterns, "patterns", Object.keys(patterns));
  return Object.entries(patterns).map(([name, pattern]) => {
    if (known.includes(name)) throw invalidInput("patterns", "named unlike built-in rules", name);
    if (!(pattern instanceof RegExp)) {
      throw invalidInput(`patterns.${name}`, "a regular expression", pattern);
    }
    return [name, findByOwnPattern(pattern)] as const;
  });
}

function replacementFor(name: string, replacement: RedactionOptions["replacement"]): string {
  if (replacement === undefined) return `[${name}]`;
  const text: unknown = typeof replacement === "function" ? replacement(name) : replacement;
  return checkText(text, "replacement", MAX_NAME_LENGTH);
}
