import { MemoryError } from "@kioku/core";
import { sql } from "kysely";

import type { Channel } from "../client/driver.js";
import { compile } from "../sql/compile.js";
import type { Names } from "../sql/names.js";
import type { Layout } from "./layout.js";
import { shapeOf, TABLES_STEP } from "./migration-table.js";
import { checksumOf } from "./migration.js";
import type { Migration } from "./migration.js";

/** How far a schema is. */
export interface SchemaState {
  /** The highest version of which something was done; 0 for none. */
  readonly version: number;
  /** Steps that are done, as `stepKey` writes them. */
  readonly done: ReadonlySet<string>;
  /** Whether nothing is left to do. */
  readonly current: boolean;
  /** How the tables are divided; unknown before version 1. */
  readonly layout: Layout | undefined;
}

/** A step of a version as one text. */
export function stepKey(version: number, step: string): string {
  return `${version}/${step}`;
}

interface StepRow {
  readonly version: number;
  readonly step: string;
  readonly checksum: string;
  readonly layout: string | null;
  readonly is_done: boolean;
  readonly is_complete: boolean;
}

/**
 * Reads how far the schema is, by one statement.
 * @throws `schema-too-new` or `store-failed` if it is not one that these migrations make.
 */
export async function readSchemaState(
  channel: Pick<Channel, "rows">,
  names: Names,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const rows = await channel.rows<StepRow & { readonly difference: string | null }>(
    compile(sql`
select m.version, m.step, m.checksum, m.layout, m.done_at is not null as is_done,
  m.shape is not null as is_complete, d.name as difference
from ${names.migrations} as m left join (
  select e.key as name
  from json_each_text((
    select shape::json from ${names.migrations}
    where step = ${sql.lit(TABLES_STEP)} order by version desc limit 1
  )) as e left join (${shapeOf(names)}) as f on f.name = e.key
  where f.value is distinct from e.value order by e.key collate "C" limit 1
) as d on true order by m.version, m.step`),
  );
  const version = rows.at(-1)?.version ?? 0;
  requireKnown(names.schema, version, migrations);
  requireSame(names.schema, rows, migrations);
  const layout = rows.find((row) => row.layout !== null)?.layout;
  return {
    version,
    done: new Set(rows.filter((row) => row.is_done).map((row) => stepKey(row.version, row.step))),
    current: rows.some((row) => row.version === migrations.length && row.is_complete),
    layout: typeof layout === "string" ? (JSON.parse(layout) as Layout) : undefined,
  };
}

function requireKnown(schema: string, version: number, migrations: readonly Migration[]): void {
  if (version <= migrations.length) return;
  throw new MemoryError(
    "schema-too-new",
    `schema "${schema}" is of version ${version}, and this version of @kioku/store-postgres knows ${migrations.length}: ` +
      "update the package, or choose another schema",
  );
}

function requireSame(
  schema: string,
  rows: readonly (StepRow & { readonly difference: string | null })[],
  migrations: readonly Migration[],
): void {
  const difference = rows[0]?.difference;
  if (typeof difference === "string") throw otherLayout(schema, `"${difference}"`);
  const other = rows.find(({ version, step, checksum }) => {
    const migration = migrations[version - 1];
    return step === TABLES_STEP && migration && checksumOf(migration) !== checksum;
  });
  if (other) throw otherLayout(schema, `version ${other.version}`);
}

function otherLayout(schema: string, what: string): MemoryError {
  return new MemoryError(
    "store-failed",
    `schema "${schema}" has another ${what} than this version of @kioku/store-postgres makes: it was changed by hand, or was made by a ` +
      "version that was never released; restore a backup, or choose another schema",
  );
}
