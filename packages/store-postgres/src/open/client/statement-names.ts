import { createHash } from "node:crypto";

import type { Channel, Statement } from "../../sql/driver.js";
import { sqlStateOf } from "../../sql/to-memory-error.js";
import type { Lease } from "./lease.js";

/** Statements kept by a connection; one takes about 90 kB on the server, measured. */
const MAX_NAMES = 100;
/** Further ones for each schema that shares the connection, and their limit. */
const NAMES_OF_SCHEMA = 25;
const MAX_OF_SCHEMAS = 2_000;
const PROCESS: Statement = { text: "select pg_backend_pid() as pid", values: [] };
/** The plan of a longer one, over many own tables, takes megabytes. */
const LONGEST_TEXT = 20_000;
/** A table of one scope: there may be many, and their statements must leave names to all others. */
const OF_ONE_SCOPE = /"vectors_[0-9a-f]{32}"/u;
/** A name that is unknown, or known already, or whose columns have changed. */
const LOST: ReadonlySet<string | undefined> = new Set(["26000", "42P05", "0A000"]);

/** Statements on a connection. */
interface Asking extends Pick<Channel, "rows"> {
  readonly lease: Pick<Lease, "connection" | "processID">;
}

/** Names under which connections keep plans of statements. */
export class StatementNames {
  readonly #onlyDirect: boolean;
  readonly #most: number;
  readonly #names = new Map<string, string>();
  /** Names by connection; `undefined` for one that keeps none. */
  readonly #kept = new WeakMap<object, Set<string> | undefined>();

  /**
   * @param which - `direct`: only on connections that do not lead through a pooler.
   * @param schemas - Number of schemas that share the connections.
   */
  constructor(which: true | "direct", schemas = 1) {
    this.#onlyDirect = which === "direct";
    this.#most = Math.min(MAX_NAMES + (schemas - 1) * NAMES_OF_SCHEMA, MAX_OF_SCHEMAS);
  }

  /** Asks, once, if a connection leads to the server itself. The question travels along. */
  learn(channel: Asking): void {
    const { connection, processID } = channel.lease;
    if (this.#kept.has(connection)) return;
    this.#kept.set(connection, this.#onlyDirect ? undefined : new Set());
    // A pooler makes up the number.
    if (!this.#onlyDirect || processID === undefined) return;
    channel.rows<{ readonly pid: number }>(PROCESS).then(
      ([row]) => {
        if (row?.pid === processID) this.#kept.set(connection, new Set());
      },
      () => undefined,
    );
  }

  /** Returns true if a connection is known to keep plans. */
  keepsPlans(connection: object): boolean {
    return this.#kept.get(connection) !== undefined;
  }

  /** Returns the name of a statement; `undefined` if it is planned each time. */
  nameOf({ text, values }: Statement, connection: object): string | undefined {
    const kept = this.#kept.get(connection);
    if (!kept || values.length === 0 || text.length > LONGEST_TEXT) return undefined;
    const name = this.#names.get(text) ?? nameFor(text);
    if (!kept.has(name) && kept.size >= this.#mostFor(text)) return undefined;
    kept.add(name);
    // Bounds the memory for texts that vary.
    if (this.#names.size < 5 * this.#most) this.#names.set(text, name);
    return name;
  }

  #mostFor(text: string): number {
    return OF_ONE_SCOPE.test(text) ? this.#most / 2 : this.#most;
  }
}

/** Returns true for errors after which a connection's names mean nothing. */
export function losesStatements(error: unknown): boolean {
  return LOST.has(sqlStateOf(error));
}

function nameFor(text: string): string {
  return `kioku_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
