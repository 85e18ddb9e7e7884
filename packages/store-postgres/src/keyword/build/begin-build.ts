import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import { compile } from "../../sql/compile.js";
import type { Names } from "../../sql/names.js";
import { nextNumber } from "../../sql/next-number.js";
import type { StoreSession } from "../../store-session.js";
import type { Build } from "./build.js";

interface Begun {
  readonly building: number;
  readonly building_covers: number;
}

/**
 * Makes it known that a segment is being built: from now on every text that it may cover and that
 * goes away leaves a grave. Therefore no writer may be at work meanwhile. `undefined` if the scope
 * has no texts.
 */
export async function beginBuild(
  session: StoreSession,
  scope: string,
  options: CallOptions,
): Promise<Build | undefined> {
  return session.write(options, { access: [scope], lock: [scope] }, async ({ channel, names }) => {
    const [begun, graves] = await Promise.all([
      channel.rows<Begun>(compile(beginStatement(names, scope))),
      channel.rows<{ number: number }>(
        compile(sql`select number from ${names.graves} where scope = ${scope}`),
      ),
    ]);
    const [row] = begun;
    if (!row) return undefined;
    return {
      session,
      options: { signal: options.signal },
      scope,
      generation: row.building,
      covers: row.building_covers,
      graves: graves.map(({ number }) => number),
    };
  });
}

function beginStatement(names: Names, scope: string): ReturnType<typeof sql> {
  return sql`
    insert into ${names.segments} as s
      (scope, covers, numbers, documents, horizon, building, building_covers)
    select ${scope}, 0, ''::bytea, 0, max(r.number), ${nextNumber(names)}, max(r.number)
    from ${names.records} as r
    where r.scope = ${scope} and r.number is not null
    having max(r.number) is not null
    on conflict (scope) do update set
      horizon = greatest(s.horizon, excluded.horizon),
      building = excluded.building,
      building_covers = excluded.building_covers
    returning building, building_covers`;
}
