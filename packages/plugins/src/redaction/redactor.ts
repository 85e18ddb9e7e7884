import type { JsonObject, JsonValue } from "@kioku/core";

import { namesSecret } from "./named-secrets.js";
import type { FindSecrets } from "./rule.js";

/** A rule with its name and its replacement. */
export interface NamedRule {
  readonly name: string;
  readonly replacement: string;
  readonly find: FindSecrets;
}

/** Name of the rule for JSON members whose names tell a secret. */
const BY_MEMBER = "assignment";

/** Redacts one input and counts the finds. */
export class Redactor {
  /** Finds by name of the rule. */
  readonly found: Map<string, number> = new Map();
  readonly #rules: readonly NamedRule[];

  constructor(rules: readonly NamedRule[]) {
    this.#rules = rules;
  }

  /** Redacts a text. Replacements in it are left as they are. */
  text(text: string): string {
    let redacted = text;
    for (const rule of this.#rules) redacted = this.#apply(rule, redacted);
    return redacted;
  }

  /** Redacts the strings, names and numbers of a JSON value. */
  json(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") return this.#number(value);
    if (typeof value !== "object" || value === null) return value;
    return isList(value) ? value.map((item) => this.json(item)) : this.object(value);
  }

  /** Redacts an object, and numbers members whose names become equal. */
  object(value: JsonObject): JsonObject {
    const redacted = new Map<string, JsonValue>();
    const counts = new Map<string, number>();
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const plain = this.text(name);
      let free = plain;
      let count = counts.get(plain) ?? 2;
      for (; redacted.has(free); count += 1) free = `${plain} ${count}`;
      counts.set(plain, count);
      redacted.set(free, this.#member(name, member));
    }
    return Object.fromEntries(redacted);
  }

  #member(name: string, member: JsonValue): JsonValue {
    const rule = this.#rules.find((one) => one.name === BY_MEMBER);
    const secret = rule && typeof member === "string" && member !== "" && namesSecret(name);
    if (!secret || member === rule.replacement) return this.json(member);
    this.#note(rule.name, 1);
    return rule.replacement;
  }

  #number(value: number): JsonValue {
    if (!Number.isSafeInteger(value)) return value;
    const text = String(value);
    const redacted = this.text(text);
    return redacted === text ? value : redacted;
  }

  #apply({ name, replacement, find }: NamedRule, text: string): string {
    const found = find(text).filter(({ start }) => !this.#isReplaced(text, start));
    if (found.length === 0) return text;
    this.#note(name, found.length);
    const parts: string[] = [];
    let reached = 0;
    for (const { start, end } of found) {
      parts.push(text.slice(reached, start), replacement);
      reached = end;
    }
    return parts.join("") + text.slice(reached);
  }

  #isReplaced(text: string, start: number): boolean {
    return this.#rules.some(({ replacement }) => text.startsWith(replacement, start));
  }

  #note(name: string, count: number): void {
    this.found.set(name, (this.found.get(name) ?? 0) + count);
  }
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
