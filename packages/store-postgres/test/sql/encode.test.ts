import { fromSql, toSql } from "pgvector";
import { expect, onTestFinished, test } from "vitest";

import { decodeVector, encodeVector } from "../../src/sql/encode.js";
import { newPglite } from "../support/new-pglite.js";

const VALUES = [0, 1, -1, 0.5, 1e-7, -123_456.789, 3.402_823e38];

test("the server reads a vector in binary as it reads the text of the pgvector client", async () => {
  const database = await newPglite();
  onTestFinished(() => database.close());
  await database.exec("create extension if not exists vector");
  const vector = Float32Array.from(VALUES);
  const { rows } = await database.query<{ same: boolean; text: string; sent: Uint8Array }>(
    `select $1::bytea = vector_send($2::vector) as same, ($2::vector)::text as text,
      vector_send($2::vector) as sent`,
    [encodeVector(vector), toSql([...vector])],
  );
  expect(rows[0]?.same).toBe(true);
  expect(Float32Array.from(fromSql(rows[0]?.text ?? "") as number[])).toEqual(vector);
  expect(decodeVector(rows[0]?.sent ?? new Uint8Array())).toEqual(vector);
});
