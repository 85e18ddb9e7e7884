import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import { numberArray, textArray } from "../../sql/encode.js";
import type { Names } from "../../sql/names.js";
import type { StoreSession } from "../../store-session.js";

/** A build of one segment that is under way. */
export interface Build {
  readonly session: StoreSession;
  readonly options: CallOptions;
  readonly scope: string;
  /** Number of the postings that it writes, unique in the scope. */
  readonly generation: number;
  /** It reads the texts with numbers up to this one. */
  readonly covers: number;
  /** Texts that were removed before it began. */
  readonly removed: readonly number[];
}

interface Begun {
  readonly building: number;
  readonly building_covers: number;
}

/** Announces a build, so that removed texts are marked for it; `undefined` without texts. */
export async function beginBuild(
  session: StoreSession,
  scope: string,
  options: CallOptions,
): Promise<Build | undefined> {
  return session.write(options, { access: [scope], lock: [scope] }, async ({ channel, names }) => {
    // First, by itself: Citus takes no change within another one.
    const counted = channel.rows(
      sql`update ${names.scopes} set numbers = numbers + 1 where scope = ${scope}`,
    );
    const [begun, removed] = await Promise.all([
      channel.rows<Begun>(beginStatement(names, scope)),
      channel.rows<{ number: number }>(
        sql`select number from ${names.graves} where scope = ${scope}`,
      ),
      counted,
    ]);
    const [row] = begun;
    if (!row) return undefined;
    return {
      session,
      options: { signal: options.signal },
      scope,
      generation: row.building,
      covers: row.building_covers,
      removed: removed.map(({ number }) => number),
    };
  });
}

function beginStatement(names: Names, scope: string): ReturnType<typeof sql> {
  return sql`
    insert into ${names.segments} as s
      (scope, covers, numbers, documents, horizon, building, building_covers)
    select c.scope, 0, ''::bytea, 0, t.covers, c.first_number + c.numbers, t.covers
    from ${names.scopes} as c cross join (
      select max(r.number) as covers from ${names.records} as r
      where r.scope = ${scope} and r.number is not null) as t
    where c.scope = ${scope} and t.covers is not null
    on conflict (scope) do update set
      horizon = greatest(s.horizon, excluded.horizon),
      building = excluded.building,
      building_covers = excluded.building_covers
    returning building, building_covers`;
}

/** Puts a build in force; false if another has begun or the segment was dropped. */
export async function publishBuild(
  build: Build,
  { numbers, documents }: { readonly numbers: Uint8Array; readonly documents: number },
): Promise<boolean> {
  const { session, options, scope, generation, removed } = build;
  const isInForce = await session.write(
    options,
    { access: [scope], lock: [scope] },
    async ({ channel, names }) => {
      const changed = await channel.change(sql`
          update ${names.segments} set
            generation = building, covers = building_covers, numbers = ${numbers}::bytea,
            documents = ${documents}, building = null, building_covers = null
          where scope = ${scope} and building = ${generation}`);
      if (changed === 0) return false;
      // Only those it has seen: a text removed since may be in its lists.
      await channel.change(sql`
          delete from ${names.graves}
          where scope = ${scope} and number = any(${numberArray(removed)}::bigint[])`);
      return true;
    },
  );
  if (isInForce) await deletePostings(build, "earlier");
  return isInForce;
}

/** Removes the postings of a build, or of earlier ones: nobody reads these. */
export async function deletePostings(
  { session, options, scope, generation }: Build,
  which: "own" | "earlier",
): Promise<void> {
  const compares = sql.raw(which === "own" ? "=" : "<");
  await session.write(options, { access: [scope], lock: [] }, ({ channel, names }) =>
    channel.change(sql`
        delete from ${names.postings}
        where scope = ${scope} and generation ${compares} ${generation}`),
  );
}

/** Drops the segments of scopes; builds under way come to nothing. */
export async function dropSegments(
  session: StoreSession,
  scopes: readonly string[],
  options?: CallOptions,
): Promise<void> {
  if (scopes.length === 0) return;
  const paths = textArray(scopes);
  await session.write(options, { access: scopes, lock: scopes }, async ({ channel, names }) => {
    const tables = [names.segments, names.postings, names.graves];
    await Promise.all(
      tables.map((table) =>
        channel.change(sql`delete from ${table} where scope = any(${paths}::text[])`),
      ),
    );
  });
}
