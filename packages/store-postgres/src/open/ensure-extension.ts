import { MemoryError } from "@kioku/core";
import { sql } from "kysely";

import type { Driver } from "../client/driver.js";
import { sqlStateOf } from "../errors/to-memory-error.js";
import { onceMade } from "../migrations/migration-lock.js";
import type { ResolvedOptions } from "../options.js";
import { compile } from "../sql/compile.js";
import { checkVectorVersion } from "./check-vector-version.js";
import { inspectDatabase } from "./inspect-database.js";
import type { Inspection } from "./inspect-database.js";
import { BY_OPENING_OR_SQL, unlessForbidden } from "./unless-forbidden.js";

const NO_SCHEMA_TO_CREATE_IN = "3F000";

/** The type `vector` of a database. */
export interface VectorType {
  /** The schema that has it. */
  readonly schema: string;
  /** Of the extension; an empty text where the type is built in. */
  readonly version: string;
  /** Object id of the type. */
  readonly oid: number;
}

/**
 * The type `vector`; its extension is made if it is not there.
 * @throws `store-failed` if there is none, or one too old.
 */
export async function ensureExtension(
  driver: Driver,
  options: ResolvedOptions,
  seen: Inspection,
): Promise<VectorType> {
  const found = vectorTypeOf(seen) ?? (await createExtension(driver, options));
  checkVectorVersion(found.version, options);
  return found;
}

async function createExtension(driver: Driver, options: ResolvedOptions): Promise<VectorType> {
  const { vectorExtension: extension, name } = options.dialect;
  if (extension === undefined) {
    throw new MemoryError("store-failed", `the database has no type vector, as ${name} has`);
  }
  const missing = `the database has no extension ${extension}`;
  if (!options.migrate) {
    throw new MemoryError(
      "store-failed",
      `${missing}, and the option migrate is false: let an administrator run create extension ${extension}`,
    );
  }
  const create = (): Promise<unknown> =>
    driver.outside((channel) =>
      channel.rows(compile(sql`create extension if not exists ${sql.id(extension)}`)),
    );
  try {
    await unlessForbidden(
      `create the extension ${extension}`,
      // Also programs that know nothing of this store may be making it.
      () => onceMade(create),
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
