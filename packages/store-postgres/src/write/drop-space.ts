import type { CallOptions } from "@kioku/core";
import { sql, type RawBuilder } from "kysely";

import { ownTable, readTablesOf } from "../index/vector-tables.js";
import { lockAlone, spaceLock } from "../sql/locks.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";

/** Deleted in some hundred milliseconds. */
const CHUNK = 10_000;

interface Position {
  readonly scope: string;
  readonly id: string;
}

/** Removes a space with all its vectors, and returns their number. */
export async function dropSpace(
  session: StoreSession,
  space: string,
  options?: CallOptions,
): Promise<number> {
  return session.write(options, { access: [""], lock: [] }, async (context) => {
    const { channel, names } = context;
    const lock = lockAlone(context, spaceLock(names.schema, space));
    const [[found]] = await Promise.all([
      channel.rows<{ readonly id: number }>(
        sql`select id from ${names.spaces} where name = ${space}`,
      ),
      lock,
    ]);
    if (!found) return 0;
    const shared = await dropVectors(context, found.id, options);
    // Last: others wait for a table from when it is dropped.
    const dropped = shared + (await dropTables(context, space));
    channel.finish(sql`delete from ${names.spaces} where id = ${found.id}`);
    return dropped;
  });
}

/** Drops the own tables of scopes in a space, and returns how many vectors they had. */
async function dropTables(context: StoreContext, space: string): Promise<number> {
  const { channel, names } = context;
  let dropped = 0;
  for (const table of await readTablesOf(context, space, [{ path: "", below: true }])) {
    const own = ownTable(names, table);
    const [counted] = await channel.rows<{ readonly count: number }>(
      sql`select count(*) as count from ${own}`,
    );
    dropped += counted?.count ?? 0;
    await channel.rows(sql`drop table ${own}`);
    await channel.rows(sql`delete from ${names.vector_tables} where name = ${table.name}`);
  }
  return dropped;
}

async function dropVectors(
  context: StoreContext,
  space: number,
  options: CallOptions | undefined,
): Promise<number> {
  let dropped = 0;
  for (let last: Position | undefined = { scope: "", id: "" }; last;) {
    const rows: readonly Position[] = await context.channel.rows<Position>(
      dropChunk(context, space, last),
    );
    options?.signal?.throwIfAborted();
    dropped += rows.length;
    last = rows.at(-1);
  }
  return dropped;
}

/** In the order of the key, so that deleted rows are not met again. */
function dropChunk(
  { names }: DatabaseContext,
  space: number,
  { scope, id }: Position,
): RawBuilder<unknown> {
  return sql`
    with chunk as (
      select scope, id from ${names.vectors}
      where space = ${space} and (scope, space, id) > (${scope}, ${space}, ${id})
      order by scope, space, id limit ${CHUNK}
    ), gone as (
      delete from ${names.vectors} as v using chunk as p
      where v.scope = p.scope and v.space = ${space} and v.id = p.id
    )
    select scope, id from chunk order by scope, id`;
}
