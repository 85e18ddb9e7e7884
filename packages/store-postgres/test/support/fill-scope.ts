import type { TestDatabase } from "./databases.js";

/** Content of a scope. */
export interface Filling {
  readonly schema: string;
  /** Its path. */
  readonly scope: string;
  /** Number of the space, which is made if it is not there. */
  readonly space: number;
  readonly vectors: readonly Float32Array[];
}

const PORTION = 500;

/**
 * Writes records with vectors by SQL, as writes would leave them, and counts them. Ids are `0000`,
 * `0001` and so on.
 */
export async function fillScope(database: TestDatabase, filling: Filling): Promise<void> {
  const { schema, scope, space, vectors } = filling;
  const [width = new Float32Array(0)] = vectors;
  await database.query(
    `insert into "${schema}".spaces (id, name, dimensions, state) overriding system value
     values ($1, $2, $3, 'ready') on conflict do nothing`,
    [space, `space ${space}`, width.length],
  );
  for (let from = 0; from < vectors.length; from += PORTION) {
    const portion = vectors.slice(from, from + PORTION);
    const ids = portion.map((_, index) => idOf(from + index));
    await database.query(
      `insert into "${schema}".records (scope, id, kind, form, origin, trust, importance, first_stability_days, pinned,
         created_at, updated_at, happened_at, version, change, content_hash, text_hash, number, term_count, traits, metadata, content, terms)
       select $1, id, case when id like '%7' then 'rare' else 'fact' end, 'statement', 'user', 1, 0.5, 1, false,
         0, 0, 0, 1, 'created', id, id, id::bigint + 1, 1, 0, '{}', id, id
       from unnest($2::text[]) as id on conflict do nothing`,
      [scope, `{${ids.join(",")}}`],
    );
    await database.query(
      `insert into "${schema}".vectors (scope, space, id, embedding)
       select $1, $2::integer, id, vector from unnest($3::text[], $4::text[]::vector[]) as given (id, vector)`,
      [
        scope,
        space,
        `{${ids.join(",")}}`,
        `{${portion.map((vector) => `"[${vector.join(",")}]"`).join(",")}}`,
      ],
    );
  }
  await database.query(
    `insert into "${schema}".scopes (scope, records, documents, terms, numbers, first_number)
     select $1, count(*), count(*), count(*), max(number), 0 from "${schema}".records where scope = $1
     on conflict (scope) do update set records = excluded.records,
       documents = excluded.documents, numbers = excluded.numbers,
       first_number = 0`,
    [scope],
  );
}

/** Id of the record of this number. */
export function idOf(index: number): string {
  return index.toString().padStart(4, "0");
}
