import { MemoryError } from "@kioku/core";
import { Client } from "pg";

import { isPglite } from "../client/clients.js";
import type { PgliteDatabase, PostgresPool } from "../client/clients.js";
import type { Dialect } from "../dialect/dialect.js";
import type { Quantization, VectorIndexOptions } from "../options.js";

/** PostgreSQL cuts longer names off without a word, so two stores could meet in one schema. */
const MAX_NAME_BYTES = 63;
const MAX_REPLICAS = 64;

/** Where a store is: one of both. */
export interface Place {
  readonly connectionString: string | undefined;
  readonly client: PostgresPool | PgliteDatabase | undefined;
}

/** Refuses what is no object of options, and names that no option has. */
export function checkNames(of: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    throw invalid(`${of} takes an object of options, not ${show(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw invalid(`${of} has no option ${show(unknown)}; it has ${names.join(", ")}`);
}

/** The place, if it is one. */
export function checkedPlace(place: Partial<Place>): Place {
  const { connectionString, client } = place;
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

/** The name of a schema or a role, if it can be one. */
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

/** Into how many partitions tables are divided, if it was said. */
export function checkedPartitions(value: unknown, { name, supports }: Dialect): number | undefined {
  if (value === undefined) return undefined;
  if (!supports.hashPartitions) {
    throw invalid(`option partitions must be left out with ${name}, which divides tables itself`);
  }
  if (typeof value === "number" && Number.isInteger(value) && value >= 16 && value <= 64) {
    return value;
  }
  throw invalid(`option partitions must be an integer from 16 to 64, not ${show(value)}`);
}

/** Whether the database guards rows, if it can. */
export function checkedRowLevelSecurity(value: unknown, { name, supports }: Dialect): boolean {
  const given = checkedBoolean("rowLevelSecurity", value);
  if (!given || supports.rowLevelSecurity) return given;
  throw invalid(`option rowLevelSecurity must be left out with ${name}, which has no policies`);
}

/** A whole number of at least 1. */
export function checkedInteger(name: string, value: unknown, max: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) {
    return value;
  }
  throw invalid(`option ${name} must be an integer from 1 to ${max}, not ${show(value)}`);
}

/** True or false. */
export function checkedBoolean(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw invalid(`option ${name} must be true or false, not ${show(value)}`);
}

/** From which size on scopes get an index, or never. */
export function checkedIndexFrom(value: unknown): number | false {
  if (value === false) return value;
  if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 1e9) {
    return value;
  }
  throw invalid(
    `option indexFrom must be an integer from 100 to 1000000000 or false, not ${show(value)}`,
  );
}

/** How indexes keep vectors, if it was said. */
export function checkedQuantization(
  given: VectorIndexOptions | undefined,
): Quantization | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== "object" || given === null) {
    throw invalid(`option vectorIndex must be an object, not ${kind(given)}`);
  }
  const unknown = Object.keys(given).find((name) => name !== "quantization");
  if (unknown !== undefined) {
    throw invalid(`option vectorIndex has no member ${show(unknown)}; it has quantization`);
  }
  const value: unknown = given.quantization;
  if (value === undefined || value === "none" || value === "half" || value === "bit") return value;
  throw invalid(
    `option vectorIndex.quantization must be "none", "half" or "bit", not ${show(value)}`,
  );
}

/** A dialect of this package, or one of the same shape. */
export function checkedDialect(dialect: Dialect): Dialect {
  const given: unknown = dialect;
  if (typeof given === "object" && given !== null && "name" in given && "supports" in given) {
    return dialect;
  }
  throw invalid(`option dialect must be a dialect such as pgvector, not ${kind(given)}`);
}

/** Who hears warnings, if it was said. */
export function checkedListener<T>(name: string, value: T): T {
  if (value === undefined || typeof value === "function") return value;
  throw invalid(`option ${name} must be a function, not ${kind(value)}`);
}

/** Replicas, each a pool or a connection string. */
export function checkedConnections(
  replicas: readonly (PostgresPool | string)[],
  client: Place["client"],
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

/** It may hold a password, so neither it nor what its parser says is shown. */
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

/** A client that is only made does not connect. */
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
  // A single client of node-postgres has `connect` too, but it lends nothing.
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
