import type { RememberInput, MemoryPlugin } from "@kioku/core";
import type { BeforeRememberHook, Extending } from "@kioku/core/toolkit";

import { resolveRedactionOptions } from "./redaction-options.js";
import type { RedactionOptions } from "./redaction-options.js";
import { Redactor } from "./redactor.js";

/** How often something was found, never what. */
export interface RedactionReport {
  /** By name of the rule; rules that found nothing are not in it. */
  readonly byRule: Readonly<Record<string, number>>;
  /** How many inputs something was found in. */
  readonly inputs: number;
  /** How many of these were refused. */
  readonly rejected: number;
}

/** What `redaction` adds to a memory, as `memory.redaction`. */
export interface Redaction {
  /**
   * What was found since the memory was made. The same secret in content and value counts twice,
   * and once more each time an update is planned again because somebody else changed the record in
   * between.
   */
  report(): RedactionReport;
}

/**
 * Names that cannot be replaced: two secrets would become one name, and one memory would take the
 * place of another.
 */
const NAMES = ["key", "thread", "kind", "idempotencyKey"] as const;

/**
 * A plugin that replaces secrets and card numbers in content, value and metadata before anything is
 * written, embedded or hashed, or refuses what holds one. It runs after other plugins, so that what
 * they add is looked at, too. What is in a `key`, a `thread`, a `kind` or an `idempotencyKey` is
 * refused in either mode. Not looked at are `actor` and `cause`, which are no part of the input,
 * and what `import` brings.
 * @throws `invalid-input` for an option that is unknown or cannot work.
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
    // A record that is updated mostly keeps its key, so nothing would be gained.
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
    extend: () => ({
      report: () => ({ byRule: Object.fromEntries(total), inputs, rejected }),
    }),
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
