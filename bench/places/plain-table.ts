import type { BenchData } from "../store/data/bench-data.ts";
import { idOf } from "../store/data/record-id.ts";
import type { PlainConnection } from "./place.ts";

const BATCH = 500;
const NEAREST = 10;

/** A table of pgvector with an HNSW index, used without Kioku. */
export interface PlainTable {
  /** Finds the nearest rows of a scope by comparing them all. */
  nearestIn(scope: string, vector: Float32Array): Promise<readonly string[]>;
  /** Finds the nearest rows by the index. */
  nearest(vector: Float32Array): Promise<readonly string[]>;
  /** Inserts a row in a transaction of its own. */
  insert(scope: string, index: number): Promise<void>;
  /** Drops it. */
  drop(): Promise<void>;
}

/** Rows that a table begins with: the first of the data. */
export interface PlainRows {
  readonly data: BenchData;
  readonly count: number;
  readonly scopeOf: (index: number) => string;
}

/** Makes, fills and indexes a table. */
export async function plainTable(
  { schema, ask }: PlainConnection,
  { data, count, scopeOf }: PlainRows,
): Promise<PlainTable> {
  const table = `"${schema}".plain`;
  await ask(
    `create table ${table} (scope text, id text, content text,
       embedding vector(${data.settings.dimensions}), primary key (scope, id))`,
  );
  const row = (index: number, scope: string): readonly string[] => [
    scope,
    idOf(index),
    data.textOf(index),
    literal(data.vectorOf(index)),
  ];
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    const rows = Array.from({ length }, (_, place) => row(first + place, scopeOf(first + place)));
    await ask(
      `insert into ${table} select scope, id, content, embedding::vector
       from unnest($1::text[], $2::text[], $3::text[], $4::text[])
         as given (scope, id, content, embedding)`,
      [0, 1, 2, 3].map((column) => rows.map((one) => one[column])),
    );
  }
  await ask(`create index on ${table} using hnsw (embedding vector_cosine_ops)`);
  await ask(`analyze ${table}`);
  const find = async (where: string, values: readonly string[]): Promise<readonly string[]> => {
    const found = await ask<{ readonly id: string }>(
      `select id, content from ${table} ${where}
       order by embedding <=> $1::vector limit ${NEAREST}`,
      values,
    );
    return found.map(({ id }) => id);
  };
  return {
    nearestIn: (scope, vector) => find("where scope = $2", [literal(vector), scope]),
    nearest: (vector) => find("", [literal(vector)]),
    async insert(scope, index) {
      await ask(
        `insert into ${table} (scope, id, content, embedding) values ($1, $2, $3, $4)`,
        row(index, scope),
      );
    },
    async drop() {
      await ask(`drop table ${table}`);
    },
  };
}

function literal(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}
