import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { lockAlone, spaceLock } from "./scope-locks.js";

/** So many take some hundred milliseconds. */
const PORTION = 10_000;

/** Where a portion ended. */
interface Place {
  readonly scope: string;
  readonly id: string;
}

/**
 * Removes a space with its vectors of all scopes, and says how many those were. Only who writes
 * vectors of this space waits.
 */
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
        compile(sql`select id from ${names.spaces} where name = ${space}`),
      ),
      lock,
    ]);
    if (!found) return 0;
    const dropped = await dropVectors(context, found.id, options);
    channel.finish(compile(sql`delete from ${names.spaces} where id = ${found.id}`));
    return dropped;
  });
}

async function dropVectors(
  context: StoreContext,
  space: number,
  options: CallOptions | undefined,
): Promise<number> {
  let dropped = 0;
  for (let last: Place | undefined = { scope: "", id: "" }; last;) {
    const rows: readonly Place[] = await context.channel.rows<Place>(
      compile(dropPortion(context, space, last)),
    );
    options?.signal?.throwIfAborted();
    dropped += rows.length;
    last = rows.at(-1);
  }
  return dropped;
}

/** The order is that of the key, so that what was deleted is not met again. */
function dropPortion(
  { names }: DatabaseContext,
  space: number,
  { scope, id }: Place,
): RawBuilder<unknown> {
  return sql`
    with portion as (
      select scope, id from ${names.vectors}
      where space = ${space} and (scope, space, id) > (${scope}, ${space}, ${id})
      order by scope, space, id limit ${PORTION}
    ), gone as (
      delete from ${names.vectors} as v using portion as p
      where v.scope = p.scope and v.space = ${space} and v.id = p.id
    )
    select scope, id from portion order by scope, id`;
}
