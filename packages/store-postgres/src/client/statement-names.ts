import { createHash } from "node:crypto";

import type { Statement } from "./driver.js";

/**
 * How many statements a connection keeps at most; a plan takes some ten kilobytes of the server's
 * memory.
 */
const MAX_NAMES = 200;

/** Names by which connections of their own keep the plans of statements. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #kept = new WeakMap<object, Set<string>>();

  /**
   * The name of a statement on a connection; none if it is planned each time, or if the connection
   * keeps enough already.
   */
  nameOf({ text, values, plansEachTime }: Statement, connection: object): string | undefined {
    if (plansEachTime === true || values.length === 0) return undefined;
    const kept = this.#kept.get(connection) ?? new Set<string>();
    this.#kept.set(connection, kept);
    const name = this.#names.get(text) ?? nameFor(text);
    if (!kept.has(name) && kept.size >= MAX_NAMES) return undefined;
    kept.add(name);
    // Texts of statements that differ each time shall not fill the memory.
    if (this.#names.size < 5 * MAX_NAMES) this.#names.set(text, name);
    return name;
  }
}

function nameFor(text: string): string {
  return `kioku_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
