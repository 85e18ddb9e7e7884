import type { CallOptions } from "@kioku/core";
import { sql, type RawBuilder } from "kysely";

import type { ResolvedOptions } from "../options.js";
import { grantAccess } from "../schema/policies.js";
import type { Driver } from "../sql/driver.js";
import { pipelined } from "../sql/query.js";
import { failureOf } from "../store-life.js";

/** Most schemas of a statement, which locks a few relations of each. */
const SCHEMAS_AT_ONCE = 64;

/** Returns the shards in schemas of one server that have jobs to do now. All must exist. */
export async function dueShards(
  driver: Driver,
  { now, shards }: { readonly now: Date; readonly shards: readonly ResolvedOptions[] },
  options: CallOptions = {},
): Promise<readonly number[]> {
  const due: number[] = [];
  for (let from = 0; from < shards.length; from += SCHEMAS_AT_ONCE) {
    const some = shards.slice(from, from + SCHEMAS_AT_ONCE);
    const [first] = some;
    if (!first) break;
    const { statementTimeoutMs } = first;
    const how = { mode: "snapshot", signal: options.signal, statementTimeoutMs } as const;
    try {
      const rows = await driver.transaction(how, (channel) =>
        pipelined(grantAccess(channel, [""], first), () =>
          channel.rows<{ readonly shard: number }>(dueSql(some, from, now)),
        ),
      );
      due.push(...rows.map(({ shard }) => shard));
    } catch (error) {
      throw failureOf(error, options);
    }
  }
  return due.toSorted((a, b) => a - b);
}

function dueSql(shards: readonly ResolvedOptions[], first: number, now: Date): RawBuilder<unknown> {
  const parts = shards.map(
    ({ schema }, index) => sql`
      select ${sql.lit(first + index)} as shard where exists (
        select from ${sql.id(schema, "embedding_jobs")} where run_at <= asked.now)`,
  );
  return sql`
    select due.shard from (select ${now.getTime()}::bigint as now) as asked
    cross join lateral (${sql.join(parts, sql` union all `)}) as due`;
}
