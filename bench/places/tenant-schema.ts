import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createMemory } from "@kioku/core";
import type { MemoryRoot, Scope } from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import type { Dialect, PostgresStore } from "@kioku/store-postgres";
import { Pool } from "pg";

import type { BenchData } from "../store/data/bench-data.ts";
import { givenEmbedder } from "../store/data/given-embedder.ts";
import type { GivenEmbedder } from "../store/data/given-embedder.ts";
import { range } from "../store/data/range.ts";
import { instantOf } from "../store/data/record-id.ts";

/** A pool of connections, or PGlite. */
export type Client = Pool | PGlite;

/** A schema with a memory over it. */
export interface TenantSchema {
  readonly schema: string;
  readonly store: PostgresStore;
  readonly memory: MemoryRoot;
  readonly embedder: GivenEmbedder;
}

const BATCH_RECORDS = 3_000;

/**
 * Opens a pool of few connections, or PGlite where there is no server.
 * @param name - Name that the server shows of the connections.
 */
export async function connect(
  url: string | undefined,
  { max = 2, name = "kioku bench" }: { readonly max?: number; readonly name?: string } = {},
): Promise<Client> {
  if (url === undefined) return PGlite.create({ extensions: { vector } });
  return new Pool({ connectionString: url, pipeline: true, max, application_name: name });
}

/** Ends its connections. */
export async function disconnect(client: Client): Promise<void> {
  await (client instanceof Pool ? client.end() : client.close());
}

/** Asks the server without Kioku. */
export async function query<Row>(
  client: Client,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const { rows } = await (client as Pool).query(text, values);
  return rows as Row[];
}

/** Name and data of a schema. */
export interface SchemaOptions {
  readonly schema: string;
  /** From this number of vectors on a scope is large; as in stores if absent. */
  readonly indexFrom?: number;
  /** As in stores if absent. */
  readonly dialect?: Dialect;
  readonly data: BenchData;
}

/** Opens a memory over a schema, and makes the schema if it is missing. */
export async function openSchema(
  client: Client,
  { schema, indexFrom, dialect, data }: SchemaOptions,
): Promise<TenantSchema> {
  const store = postgresStore({ client, schema, indexFrom, dialect });
  const embedder = givenEmbedder(data.space);
  const last = instantOf(data.settings.count);
  const memory = createMemory({ store, embedder, clock: () => last });
  await store.open();
  return { schema, store, memory, embedder };
}

/** Writes so many records into each scope of a kind, numbered from `first` on. */
export async function fillScopes(
  { store }: TenantSchema,
  data: BenchData,
  { scopeOf, scopes, records, first, onProgress }: Filling,
): Promise<void> {
  const count = scopes * records;
  for (let done = 0; done < count; done += BATCH_RECORDS) {
    const numbers = range(done, Math.min(done + BATCH_RECORDS, count));
    const ops = numbers.map((number) =>
      data.putOf(scopeOf(Math.floor(number / records)), first + number),
    );
    await store.write(ops);
    onProgress(done + ops.length, count);
  }
}

/** Scopes and their records. */
export interface Filling {
  readonly scopeOf: (number: number) => Scope;
  readonly scopes: number;
  readonly records: number;
  /** Number of the first record. */
  readonly first: number;
  readonly onProgress: (done: number, total: number) => void;
}
