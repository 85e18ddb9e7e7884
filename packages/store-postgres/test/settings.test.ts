import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { postgresStore } from "../src/index.js";
import type { PgliteDatabase } from "../src/index.js";
import { buildSegment } from "../src/index/segment/build-segment.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { expectSame, SCOPE, texts } from "./support/random-texts.js";
import { openSession, putTexts, randomNumbers } from "./support/text-scope.js";

const database = await testDatabase();

/** A client whose connections have a setting until the test ends. */
async function clientWith(name: string, value: string): Promise<Pool | PgliteDatabase> {
  if (SERVER_URL === undefined) {
    await database.query(`set ${name} = '${value}'`);
    onTestFinished(async () => {
      await database.query(`reset ${name}`);
    });
    return database.client;
  }
  const pool = new Pool({ connectionString: SERVER_URL, options: `-c ${name}=${value}`, max: 3 });
  onTestFinished(() => pool.end());
  return pool;
}

test.each(["hex", "escape"])(
  "vectors and postings are read as they were written where bytea_output is %s",
  async (output) => {
    const client = await clientWith("bytea_output", output);
    const schema = database.newSchema();
    await using store = postgresStore({ client, schema, onWarning: () => undefined });
    await store.open();
    // Numbers of any bits: among their bytes are backslashes, zeros and whatever is above 127.
    const values = new Float32Array(Uint8Array.from({ length: 256 }, (_, byte) => byte).buffer);
    const finite = values.map((value) => (Number.isFinite(value) ? value : 1));
    const record = testRecord(1);
    const search = searchEntry(record.content, [
      { space: { id: "space", dimensions: 64 }, values: finite },
    ]);
    await store.write([putOp(record, { search })]);
    expect(await store.vectors("space", [record])).toEqual([finite]);
    const session = await openSession({ client, newSchema: () => database.newSchema() });
    await putTexts(session, SCOPE, texts(0, 300, randomNumbers(5)));
    expect(await buildSegment(session, SCOPE)).toBe(true);
    await expectSame(session);
    await session.close();
  },
);

test.each([
  ["0", [expect.stringContaining("extra_float_digits is 0")]],
  ["1", []],
] as const)("rounding by extra_float_digits = %s is warned about: %j", async (digits, expected) => {
  const warnings: string[] = [];
  const client = await clientWith("extra_float_digits", digits);
  await using store = postgresStore({
    client,
    schema: database.newSchema(),
    onWarning: (message) => warnings.push(message),
  });
  await store.open();
  expect(warnings.filter((message) => message.includes("float"))).toEqual(expected);
});
