import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Ask } from "../ask.js";
import { textArray } from "../client/encode-array.js";
import { decodeVector, vectorFromText } from "../client/encode-vector.js";

interface VectorRow {
  readonly place: number;
  /** Its bytes, or its text where the bytes are not those of pgvector. */
  readonly sent: Uint8Array | string;
}

/** Copies of the vectors of these records in one space, in order. */
export async function readVectors(
  ask: Ask,
  space: string,
  refs: readonly RecordId[],
): Promise<readonly (Float32Array | undefined)[]> {
  const paths = textArray(refs.map(({ scope }) => scopeToPath(scope)));
  const ids = textArray(refs.map(({ id }) => id));
  const rows = await ask<VectorRow>(
    ({ names, dialect }) => sql`
      select w.place, ${dialect.vectorEncoding === "text" ? sql`v.embedding::text` : sql`${names.ofExtension("vector_send")}(v.embedding)`} as sent
      from unnest(${paths}::text[], ${ids}::text[]) with ordinality as w(scope, id, place)
      cross join lateral (select * from ${names.vectors} as o
        where o.scope = w.scope and o.id = w.id
          and o.space = (select s.id from ${names.spaces} as s where s.name = ${space})
        offset 0) as v`,
  );
  const found = new Map(rows.map(({ place, sent }) => [place, sent]));
  return refs.map((_, index) => {
    const sent = found.get(index + 1);
    return typeof sent === "string" ? vectorFromText(sent) : sent && decodeVector(sent);
  });
}
