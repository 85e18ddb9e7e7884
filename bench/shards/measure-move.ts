import { randomUUID } from "node:crypto";

import { citus } from "@kioku/store-postgres";

import { connect, disconnect, fillScopes, openSchema, query } from "../places/tenant-schema.ts";
import type { Client } from "../places/tenant-schema.ts";
import { BenchData } from "../store/data/bench-data.ts";
import { round } from "../store/measure/times.ts";
import type { Inputs, Moved } from "./inputs.ts";
import type { SampleSettings } from "./measure-inputs.ts";

const RECORDS = 10;
/** Size of the second schema, in sizes of the first. */
const LARGER = 5;

/** Fills schemas of two sizes on Citus and times their moves from one node to another. */
export async function measureMove(url: string, settings: SampleSettings): Promise<Inputs["move"]> {
  const smaller = await moveOne(url, settings);
  const larger = await moveOne(url, { ...settings, sample: LARGER * settings.sample });
  return { how: "citus_schema_move", smaller, larger };
}

async function moveOne(url: string, { sample, dimensions, seed }: SampleSettings): Promise<Moved> {
  const client = await connect(url);
  const schema = `kioku_bench_${randomUUID().replaceAll("-", "")}`;
  const data = new BenchData({ count: sample * RECORDS, dimensions, seed, hard: false });
  try {
    const opened = await openSchema(client, { schema, data, dialect: citus });
    await fillScopes(opened, data, {
      scopeOf: (tenant) => [`tenant-${tenant}`],
      scopes: sample,
      records: RECORDS,
      first: 0,
      onProgress: () => undefined,
    });
    await opened.memory.close();
    const bytes = await bytesOnNodes(client, schema);
    const [target] = await query<{ readonly host: string; readonly port: number }>(
      client,
      `select n.nodename as host, n.nodeport as port from pg_dist_node as n
       where n.isactive and n.shouldhaveshards and n.groupid not in (
         select p.groupid from pg_dist_placement as p
           join pg_dist_shard as s on s.shardid = p.shardid
           join pg_class as c on c.oid = s.logicalrelid
         where c.relnamespace = $1::regnamespace)
       order by n.nodeid limit 1`,
      [`"${schema}"`],
    );
    if (!target) throw new Error("Citus has no second node to move a schema to");
    const started = performance.now();
    await query(
      client,
      `select citus_schema_move('"${schema}"'::regnamespace, $1::text, $2::int)`,
      [target.host, target.port],
    );
    return { bytes, ms: round(performance.now() - started) };
  } finally {
    await query(client, `drop schema if exists "${schema}" cascade`);
    await disconnect(client);
  }
}

async function bytesOnNodes(client: Client, schema: string): Promise<number> {
  const [row] = await query<{ readonly bytes: string }>(
    client,
    `select sum(result::bigint)::text as bytes from run_command_on_workers(format($$
       select coalesce(sum(pg_total_relation_size(c.oid)), 0)
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
       where n.nspname = %L and c.relkind = 'r'$$, $1::text))`,
    [schema],
  );
  return Number(row?.bytes);
}
