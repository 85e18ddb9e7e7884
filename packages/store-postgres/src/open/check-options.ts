import { MemoryError } from "@kioku/core";
import { Client } from "pg";

import type { Dialect, Quantization } from "../index/dialect.js";
import type { Shard } from "../schema/layout.js";
import { isPglite, type PgliteDatabase, type PostgresPool } from "./client/clients.js";

/** PostgreSQL cuts longer names off silently, so two stores could share a schema. */
const MAX_NAME_BYTES = 63;
const MAX_REPLICAS = 64;
const MAX_SHARDS = 1_024;

/** Location of a store: one of both. */
interface Connection {
  readonly connectionString: string | undefined;
  readonly client: PostgresPool | PgliteDatabase | undefined;
}

/** Refuses unknown option names. */
export function checkNames(of: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    throw invalid(`${of} takes an object of options, not ${show(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw invalid(`${of} has no option ${show(unknown)}; it has ${names.join(", ")}`);
}

/** Returns the location, if it is valid. */
export function checkedConnection(connection: Partial<Connection>): Connection {
  const { connectionString, client } = connection;
  if ((connectionString === undefined) === (client === undefined)) {
    throw invalid("postgresStore takes connectionString or client, one of them");
  }
  if (connectionString !== undefined) checkConnectionString("connectionString", connectionString);
  if (client !== undefined && !isClient(client)) {
    throw invalid(
      `option client must be a pool of node-postgres, one like it, or PGlite, not ${kind(client)}`,
    );
  }
  return { connectionString, client };
}

/** Returns the name of a schema or a role, if it is valid. */
export function checkedName(option: string, name: unknown): string {
  const usable =
    typeof name === "string" &&
    name !== "" &&
    name.isWellFormed() &&
    !name.includes("\0") &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !/^pg_|^information_schema$/u.test(name);
  if (usable) return name;
  throw invalid(
    `option ${option} must be a name of 1 to ${MAX_NAME_BYTES} bytes without NUL, and none of PostgreSQL's own, not ${show(name)}`,
  );
}

/** Returns the number of partitions, if it is valid. */
export function checkedPartitions(value: unknown): number | undefined {
  return value === undefined ? undefined : checkedInteger("partitions", value, [16, 64]);
}

/** Returns the number of shards, if it is valid. */
export function checkedShards(name: string, value: unknown): number {
  return checkedInteger(name, value, [1, MAX_SHARDS]);
}

/** Returns the place of a shard, if it is valid. */
export function checkedShard(shard: Shard | undefined): Shard | undefined {
  if (shard === undefined) return undefined;
  checkNames("option shard", shard, ["index", "count"]);
  const count = checkedShards("shard.count", shard.count);
  return { index: checkedInteger("shard.index", shard.index, [0, count - 1]), count };
}

/** Returns an integer, if it is within a range. `orElse` names other allowed values. */
export function checkedInteger(
  name: string,
  value: unknown,
  [min, max, orElse = ""]: readonly [min: number, max: number, orElse?: string],
): number {
  const isValid = typeof value === "number" && Number.isInteger(value);
  if (isValid && value >= min && value <= max) return value;
  throw invalid(
    `option ${name} must be an integer from ${min} to ${max}${orElse}, not ${show(value)}`,
  );
}

/** Returns a boolean. */
export function checkedBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(`option ${name} must be true or false, not ${show(value)}`);
}

/** Returns the size from which scopes get an index, or `false` for never. */
export function checkedIndexFrom(value: unknown): number | false {
  return value === false ? value : checkedInteger("indexFrom", value, [100, 1e9, " or false"]);
}

/** Returns the quantization, if it is valid. */
export function checkedQuantization(
  given: { readonly quantization?: unknown } | undefined,
): Quantization | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "object" || given === null) {
    throw invalid(`option vectorIndex must be an object, not ${kind(given)}`);
  }
  const unknown = Object.keys(given).find((name) => name !== "quantization");
  if (unknown !== undefined) {
    throw invalid(`option vectorIndex has no member ${show(unknown)}; it has quantization`);
  }
  const value = given.quantization;
  if (value === undefined || value === "none" || value === "half" || value === "bit") return value;
  throw invalid(
    `option vectorIndex.quantization must be "none", "half" or "bit", not ${show(value)}`,
  );
}

/** Returns a dialect, if it looks like one. */
export function checkedDialect(dialect: Dialect): Dialect {
  const given: unknown = dialect;
  if (typeof given === "object" && given !== null && "createVectorIndex" in given) {
    return dialect;
  }
  throw invalid(`option dialect must be a dialect such as pgvector, not ${kind(given)}`);
}

/** Returns a listener, if it is valid. */
export function checkedListener<T>(name: string, value: T): T {
  if (value === undefined || typeof value === "function") return value;
  throw invalid(`option ${name} must be a function, not ${kind(value)}`);
}

/** Returns the replicas, if each is a pool or a connection string. */
export function checkedReplicas(
  replicas: readonly (PostgresPool | string)[],
  client: Connection["client"],
): readonly (PostgresPool | string)[] {
  const given: unknown = replicas;
  if (!Array.isArray(given) || given.length > MAX_REPLICAS) {
    throw invalid(`option replicas must be a list of at most ${MAX_REPLICAS}, not ${kind(given)}`);
  }
  if (client !== undefined && isPglite(client) && replicas.length > 0) {
    throw invalid("option replicas must be left out with PGlite, which has none");
  }
  for (const [index, replica] of replicas.entries()) {
    if (typeof replica === "string") checkConnectionString(`replicas[${index}]`, replica);
    else if (!isClient(replica) || isPglite(replica)) {
      throw invalid(
        `option replicas[${index}] must be a pool or a connection string, not ${kind(replica)}`,
      );
    }
  }
  return replicas;
}

/** Never shows the value, which may hold a password. */
function checkConnectionString(name: string, value: unknown): void {
  if (typeof value === "string" && /^postgres(?:ql)?:\/\//u.test(value) && isUnderstood(value)) {
    return;
  }
  throw invalid(
    `option ${name} must be of the form postgres://user:password@host:5432/database, ` +
      "with special characters percent-encoded and files of certificates that can be read; " +
      "it is not shown here, as it may hold a password",
  );
}

function isUnderstood(connectionString: string): boolean {
  try {
    const { port } = new Client({ connectionString });
    return Number.isInteger(port);
  } catch {
    return false;
  }
}

function isClient(client: unknown): client is PostgresPool | PgliteDatabase {
  if (typeof client !== "object" || client === null) return false;
  const { connect, transaction, query } = client as Readonly<Record<string, unknown>>;
  if ("waitReady" in client) return [transaction, query].every((has) => typeof has === "function");
  // A single client of node-postgres has `connect` too, but it is no pool.
  return typeof connect === "function" && !("processID" in client);
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "another object" : typeof value;
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
