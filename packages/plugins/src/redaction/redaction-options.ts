import {
  checkMembers,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import { SECRET_RULES, RULES, type RedactionRule } from "./built-in-rules.js";
import type { NamedRule } from "./redactor.js";
import { findByOwnPattern } from "./rule.js";

/** Options of `redaction`. */
export interface RedactionOptions {
  /** `replace` writes without the secret; `reject` vetoes the write. @defaultValue `"replace"` */
  readonly mode?: "replace" | "reject" | undefined;
  /** Built-in rules to apply. @defaultValue `SECRET_RULES` */
  readonly rules?: readonly RedactionRule[] | undefined;
  /**
   * Patterns of your own by name, applied before the others. Of a pattern with a group `secret`,
   * only the group is replaced. Avoid repetitions within repetitions, which take long.
   */
  readonly patterns?: Readonly<Record<string, RegExp>> | undefined;
  /**
   * Text in place of a secret, or a function of the rule's name.
   * @defaultValue the name in brackets, such as `[card-number]`
   */
  readonly replacement?: string | ((rule: string) => string) | undefined;
}

/** Options with all defaults. */
export interface ResolvedRedaction {
  readonly mode: "replace" | "reject";
  readonly rules: readonly NamedRule[];
}

/** Checks the options. @throws `invalid-input` naming the option. */
export function resolveRedactionOptions(options: RedactionOptions): ResolvedRedaction {
  checkMembers(options, "redaction", ["mode", "rules", "patterns", "replacement"]);
  const { rules = SECRET_RULES, patterns = {}, replacement } = options;
  const mode = checkOneOf(options.mode ?? "replace", "mode", ["replace", "reject"]);
  if (!Array.isArray(rules)) throw invalidInput("rules", "a list of names", rules);
  const known = Object.keys(RULES) as RedactionRule[];
  const chosen = new Set(rules.map((rule, index) => checkOneOf(rule, `rules[${index}]`, known)));
  const own = ownRules(patterns, known);
  const builtIn = known.flatMap((name) => (chosen.has(name) ? [[name, RULES[name]] as const] : []));
  const all = [...own, ...builtIn].map(([name, find]) => {
    return { name, find, replacement: replacementFor(name, replacement) };
  });
  return { mode, rules: all };
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
