import type { RememberInput, MemoryPlugin } from "@kioku/core";
import type { BeforeRememberHook, Extending } from "@kioku/core/toolkit";

import { resolveRedactionOptions, type RedactionOptions } from "./redaction-options.js";
import { Redactor } from "./redactor.js";

/** Counts of what was found. */
export interface RedactionReport {
  /** Finds by name of the rule; rules without finds are left out. */
  readonly byRule: Readonly<Record<string, number>>;
  /** Number of inputs with finds. */
  readonly inputs: number;
  /** Number of these that were refused. */
  readonly rejected: number;
}

/** Extension `memory.redaction`. */
export interface Redaction {
  /**
   * Returns the counts since the memory was created. A secret in content and value counts twice,
   * and again each time an update is retried after a conflict.
   */
  report(): RedactionReport;
}

/** Names, which are never replaced: two secrets would become the name of one memory. */
const NAMES = ["key", "thread", "kind", "idempotencyKey"] as const;

/**
 * Creates a plugin that replaces secrets and card numbers in content, value and metadata before the
 * input is written, embedded or hashed, or vetoes the write. It runs after other plugins. A secret
 * in a `key`, `thread`, `kind` or `idempotencyKey` is refused in either mode. `actor`, `cause` and
 * imported records are not checked.
 * @throws `invalid-input` for an unknown or unusable option.
 */
export function redaction(
  options: RedactionOptions = {},
): MemoryPlugin<"redaction", Redaction> & Extending<Redaction> {
  const { rules, mode } = resolveRedactionOptions(options);
  const total = new Map<string, number>();
  let inputs = 0;
  let rejected = 0;
  const handler: BeforeRememberHook = (input, { operation, changesKey }) => {
    const names = new Redactor(rules);
    const redactor = new Redactor(rules);
    // An update that keeps the key cannot remove a secret from it.
    const hasOldKey = operation === "update" && changesKey !== true;
    const named = NAMES.filter((name) => !hasOldKey || name !== "key");
    const bad = named.filter((name) => names.text(input[name] ?? "") !== (input[name] ?? ""));
    const redacted = redactInput(input, redactor);
    for (const [name, count] of [...names.found, ...redactor.found]) {
      total.set(name, (total.get(name) ?? 0) + count);
    }
    if (names.found.size === 0 && redactor.found.size === 0) return undefined;
    inputs += 1;
    if (bad.length > 0) {
      rejected += 1;
      return { veto: `its ${bad[0]} holds ${listOf(names)}; name it by something else` };
    }
    if (mode === "replace") return redacted;
    rejected += 1;
    return { veto: `it holds ${listOf(redactor)}` };
  };
  return {
    id: "redaction",
    hooks: { beforeRemember: { order: "post", handler } },
    extend: () => ({ report: () => ({ byRule: Object.fromEntries(total), inputs, rejected }) }),
  };
}

function redactInput(input: RememberInput, redactor: Redactor): RememberInput {
  const { content, value, metadata } = input;
  return {
    ...input,
    content: redactor.text(content),
    ...(value === undefined ? {} : { value: redactor.json(value) }),
    ...(metadata === undefined ? {} : { metadata: redactor.object(metadata) }),
  };
}

function listOf({ found }: Redactor): string {
  return [...found.keys()].toSorted().join(", ");
}
