import { MemoryError } from "@kioku/core";
import { sql } from "kysely";

import { compareVersions } from "../index/dialect.js";
import type { ResolvedOptions } from "../options.js";
import { retryCreate } from "../schema/migration-lock.js";
import type { Driver } from "../sql/driver.js";
import { VECTOR_EXTENSION } from "../sql/names.js";
import { sqlStateOf } from "../sql/to-memory-error.js";
import { inspectDatabase, type Inspection } from "./inspect-database.js";

const NO_SCHEMA_TO_CREATE_IN = "3F000";

interface VectorType {
  readonly schema: string;
  readonly version: string;
  readonly oid: number;
}

/** Returns the type `vector`, after creating its extension if needed. */
export async function ensureExtension(
  driver: Driver,
  options: ResolvedOptions,
  inspection: Inspection,
): Promise<VectorType> {
  const found = vectorTypeOf(inspection) ?? (await createExtension(driver, options));
  checkVectorVersion(found.version, options);
  return found;
}

async function createExtension(driver: Driver, options: ResolvedOptions): Promise<VectorType> {
  const extension = VECTOR_EXTENSION;
  const missing = `the database has no extension ${extension}`;
  if (!options.migrate) {
    throw new MemoryError(
      "store-failed",
      `${missing}, and the option migrate is false: let an administrator run create extension ${extension}`,
    );
  }
  const create = (): Promise<unknown> =>
    driver.outside((channel) =>
      channel.rows(sql`create extension if not exists ${sql.id(extension)}`),
    );
  try {
    await unlessForbidden(
      `create the extension ${extension}`,
      // Other programs may be creating it, too.
      () => retryCreate(create),
      BY_OPENING_OR_SQL,
    );
  } catch (cause) {
    if (sqlStateOf(cause) !== NO_SCHEMA_TO_CREATE_IN) throw cause;
    throw new MemoryError(
      "store-failed",
      `${missing}, and the search_path of the role names no schema that could get it: run create extension ${extension} with schema …`,
      { cause },
    );
  }
  const made = vectorTypeOf(await inspectDatabase(driver, options));
  if (!made) throw new MemoryError("store-failed", missing);
  return made;
}

function vectorTypeOf({
  vector_schema: schema,
  vector_version: version,
  vector_type: oid,
}: Inspection): VectorType | undefined {
  if (schema === null || version === null || oid === null) return undefined;
  return { schema, version, oid };
}

/** Refuses a vector extension that is too old, and warns about known faults. */
export function checkVectorVersion(
  version: string,
  { dialect, onWarning }: Pick<ResolvedOptions, "dialect" | "onWarning">,
): void {
  const { required, advised } = dialect.vectorVersions;
  const what = `the database has version ${version} of the extension ${VECTOR_EXTENSION}`;
  const cure = `install a newer one on the server and run alter extension ${VECTOR_EXTENSION} update`;
  if (compareVersions(version, required) < 0) {
    throw new MemoryError(
      "store-failed",
      `${what}, and the store needs ${required} or newer: ${cure}`,
    );
  }
  if (compareVersions(version, advised) < 0) {
    onWarning(`${what}; those before ${advised} have faults that can damage indexes: ${cure}`);
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

const BY_OPENING = "let an administrator open the store once";
/** The cure where there is no schema yet. */
export const BY_OPENING_OR_SQL: string = `${BY_OPENING}, or run what migrationSql() gives`;

/** Runs what only an owner or an administrator may do; its error names the cure. */
export async function unlessForbidden<T>(
  what: string,
  work: () => Promise<T>,
  cure: string = BY_OPENING,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MemoryError("store-failed", `the role of this connection may not ${what}: ${cure}`, {
      cause: error,
    });
  }
}
