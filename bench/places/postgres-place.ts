import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import type { CompleteStore } from "@kioku/core/toolkit";
import { postgresStore } from "@kioku/store-postgres";
import type { PostgresStore } from "@kioku/store-postgres";
import { Pool } from "pg";

import type {
  BareCommits,
  Engine,
  Place,
  PlainConnection,
  PostgresAddress,
  Settled,
} from "./place.ts";
import { plainConnection } from "./plain-connection.ts";

type Client = PGlite | Pool;

/** A schema of a server, or, without one, of PGlite in a folder. */
export class PostgresPlace implements Place {
  readonly address: PostgresAddress;
  #client: Client | undefined;

  constructor(address: PostgresAddress) {
    this.address = address;
  }

  createStore({ exact = false }: { readonly exact?: boolean } = {}): CompleteStore {
    const { schema, indexFrom } = this.address;
    return postgresStore({
      client: this.#open(),
      schema,
      ...(exact ? { indexFrom: false } : { indexFrom }),
    });
  }

  async settle(store: CompleteStore): Promise<Settled> {
    const { isBusy, built, segments } = await (store as PostgresStore).maintain();
    if (isBusy) throw new Error("somebody else is maintaining the schema of this run");
    return { vectorIndexes: built.length, keywordSegments: segments.length };
  }

  async engine(): Promise<Engine> {
    const [row] = await this.#query<{ postgres: string; pgvector: string }>(
      `select current_setting('server_version') as postgres,
         (select extversion from pg_extension where extname = 'vector') as pgvector`,
    );
    const where = this.address.url === undefined ? "PGlite" : "a server";
    return { server: where, ...row };
  }

  async indexScans(): Promise<number> {
    // A connection reports its counts when it ends.
    await this.leave();
    const [row] = await this.#query<{ scans: string }>(
      `select coalesce(sum(idx_scan), 0)::text as scans from pg_stat_user_indexes as i
       join pg_class as c on c.oid = i.indexrelid join pg_am as m on m.oid = c.relam
       where i.schemaname = $1 and m.amname = 'hnsw'`,
      [this.address.schema],
    );
    return Number(row?.scans);
  }

  async bytes(): Promise<number> {
    const [row] = await this.#query<{ bytes: string }>(
      `select sum(pg_total_relation_size(c.oid))::text as bytes
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind in ('r', 'p')`,
      [this.address.schema],
    );
    return Number(row?.bytes);
  }

  async bareCommits(): Promise<BareCommits> {
    const table = `"${this.address.schema}".bare_commits`;
    await this.#query(
      `create table ${table} (id bigint generated always as identity, content text)`,
    );
    return {
      commit: async (text) => {
        await this.#query(`insert into ${table} (content) values ($1)`, [text]);
      },
      close: async () => {
        await this.#query(`drop table ${table}`);
      },
    };
  }

  async roundTrip(): Promise<void> {
    await this.#query("select 1");
  }

  async plainConnection(): Promise<PlainConnection> {
    const { url, schema } = this.address;
    return plainConnection(schema, url ?? (this.#open() as PGlite));
  }

  async leave(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (client instanceof Pool ? client.end() : client?.close());
  }

  async remove(): Promise<void> {
    await this.#query(`drop schema if exists "${this.address.schema}" cascade`);
    await this.leave();
  }

  async #query<Row>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    const { rows } = await (this.#open() as Pool).query(text, values);
    return rows as Row[];
  }

  #open(): Client {
    const { url, folder, indexFrom } = this.address;
    this.#client ??=
      url === undefined
        ? new PGlite({
            ...(folder === undefined ? {} : { dataDir: folder }),
            extensions: { vector },
          })
        : new Pool({
            connectionString: url,
            pipeline: true,
            // An index is dearer to the planner than comparing and sorting a few thousand vectors.
            ...(indexFrom === undefined ? {} : { options: "-c enable_sort=off" }),
          });
    return this.#client;
  }
}
