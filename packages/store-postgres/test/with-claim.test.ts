import { once } from "node:events";
import { setImmediate } from "node:timers/promises";

import { Client } from "pg";
import { expect, test } from "vitest";

import { withClaim } from "../src/maintain/with-claim.js";
import type { ClaimTimes } from "../src/maintain/with-claim.js";
import type { StoreSession } from "../src/store-session.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { openSession } from "./support/text-scope.js";

const database = await testDatabase();
const LOST = { code: "store-failed", retryable: true };
/** Renewed all the time, and never out by itself. */
const LIVELY: ClaimTimes = { leaseMs: 600_000, renewEveryMs: 1 };
/** Out as soon as it is not renewed. */
const SHORT: ClaimTimes = { leaseMs: 20, renewEveryMs: 1 };

async function claimed<T>(
  session: StoreSession,
  times: ClaimTimes,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const claim = { name: "work", signal: undefined, times };
  return session.maintain(undefined, (maintenance) => withClaim(maintenance, claim, work));
}

/** Work that goes on until it is told to end. */
async function endless(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  signal.throwIfAborted();
  throw new Error("it was not aborted");
}

async function claimsOf(schema: string): Promise<readonly Record<string, unknown>[]> {
  return database.query(`select holder, expires_at::float8 as until from "${schema}".claims`);
}

test("a claim is renewed while the work goes on, and given back after it", async () => {
  const schema = database.newSchema();
  const session = await openSession(database, schema);
  const result = await claimed(session, LIVELY, async (signal) => {
    const [first] = await claimsOf(schema);
    let [last] = await claimsOf(schema);
    while (last?.["until"] === first?.["until"]) {
      // Answers of PGlite alone would let no timer fire.
      await setImmediate();
      [last] = await claimsOf(schema);
    }
    expect(await claimed(session, LIVELY, async () => "the same")).toBeUndefined();
    expect(signal.aborted).toBe(false);
    return "done";
  });
  expect(result).toBe("done");
  expect(await claimsOf(schema)).toEqual([]);
  await session.close();
});

test("work that fails gives its claim back", async () => {
  const schema = database.newSchema();
  const session = await openSession(database, schema);
  const failing = claimed(session, LIVELY, async () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toMatchObject({ cause: { message: "broken" } });
  expect(await claimsOf(schema)).toEqual([]);
  await session.close();
});

test("work that another process has taken over is told to end, and takes nothing from it", async () => {
  const schema = database.newSchema();
  const session = await openSession(database, schema);
  const working = claimed(session, LIVELY, async (signal) => {
    await database.query(`update "${schema}".claims set holder = 'another'`);
    return endless(signal);
  });
  await expect(working).rejects.toMatchObject(LOST);
  expect(await claimsOf(schema)).toMatchObject([{ holder: "another" }]);
  await session.close();
});

test("work whose claim cannot be renewed is told to end when that runs out, and others go on", async () => {
  const schema = database.newSchema();
  const session = await openSession(database, schema);
  const working = claimed(session, SHORT, async (signal) => {
    await database.query(`alter table "${schema}".claims rename to hidden`);
    return endless(signal);
  });
  await expect(working).rejects.toMatchObject(LOST);
  await database.query(`alter table "${schema}".hidden rename to claims`);
  let next: string | undefined;
  while (next === undefined) next = await claimed(session, LIVELY, async () => "next");
  expect(await claimsOf(schema)).toEqual([]);
  await session.close();
});

test.skipIf(SERVER_URL === undefined)(
  "work whose claim is renewed in vain, because the database does not answer, is told to end",
  async () => {
    const schema = database.newSchema();
    const session = await openSession(database, schema);
    const holder = new Client({ connectionString: SERVER_URL });
    await holder.connect();
    const working = claimed(session, SHORT, async (signal) => {
      await holder.query("begin");
      await holder.query(`lock table "${schema}".claims in access exclusive mode`);
      return endless(signal);
    });
    await expect(working).rejects.toMatchObject(LOST);
    await holder.end();
    await session.close();
  },
);
