import { sql } from "kysely";
import type { SqlBool } from "kysely";
import { expect, test } from "vitest";

import { buildSegment } from "../src/index/segment/build-segment.js";
import { dropSegments } from "../src/index/segment/segment-rows.js";
import { lockKey } from "../src/sql/locks.js";
import type { StoreSession } from "../src/store-session.js";
import { removeSelected } from "../src/write/remove-selected.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { failingClient } from "./support/failing-client.js";
import {
  EVERYTHING,
  expectOneGeneration,
  expectSame,
  randomText,
  SCOPE,
  texts,
} from "./support/random-texts.js";
import { spyingClient } from "./support/spying-client.js";
import { deleteTexts, openSession, putTexts, randomNumbers, rowsOf } from "./support/text-scope.js";

const database = await testDatabase();

test("a build that breaks off at any of its statements loses nothing, and the next one cleans up", async () => {
  const schema = database.newSchema();
  const session = await openSession(database, schema);
  const random = randomNumbers(3);
  await putTexts(session, SCOPE, texts(0, 50, random));
  await buildSegment(session, SCOPE);
  const failing = failingClient(database.client);
  const broken = await openSession({ ...database, client: failing.client }, schema);
  let finished = 0;
  for (let statement = 1; finished < 2; statement += 1) {
    await putTexts(session, SCOPE, texts(45, 51, random));
    await deleteTexts(session, SCOPE, [String(statement)]);
    failing.breakAt(Math.ceil(statement / 2), statement % 2 === 0);
    const built = await buildSegment(broken, SCOPE).catch((error: unknown) => error);
    await deleteTexts(session, SCOPE, [String(statement + 1)]);
    finished = built === true ? finished + 1 : 0;
    expect(await isCovered(session)).toBe(true);
    await expectSame(session, SCOPE, [EVERYTHING]);
  }
  await broken.close();
  await buildSegment(session, SCOPE);
  await expectOneGeneration(session, SCOPE);
  await expectSame(session);
  await session.close();
});

test("a build stops when it is told to, and says how far it is", async () => {
  const session = await openSession(database);
  const random = randomNumbers(5);
  await putTexts(session, SCOPE, texts(0, 50, random));
  const stopped = new AbortController();
  const reason = new Error("enough");
  const build = buildSegment(session, SCOPE, {
    signal: stopped.signal,
    onProgress: () => stopped.abort(reason),
  });
  await expect(build).rejects.toBe(reason);
  expect(await isCovered(session)).toBe(false);
  await expectSame(session);
  const progress: number[] = [];
  await buildSegment(session, SCOPE, {
    postingsInMemory: 100,
    onProgress: (done) => progress.push(done),
  });
  expect(progress.length).toBeGreaterThan(1);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
  await session.close();
});

test("a build reads texts that are very long one by one", { tags: "long" }, async () => {
  const schema = database.newSchema();
  const answers: number[] = [];
  const client = spyingClient(
    database.client,
    () => undefined,
    (rows, text) => {
      if (text.includes("terms_so_far")) answers.push(rows);
    },
  );
  const session = await openSession({ ...database, client }, schema);
  const long = Array.from({ length: 600_000 }, (_, n) => `word${n % 9}`);
  const ids = ["a", "b", "c", "d"];
  await putTexts(
    session,
    SCOPE,
    ids.map((id) => ({ id, terms: [...long, `only${id}`] })),
  );
  answers.length = 0;
  expect(await buildSegment(session, SCOPE)).toBe(true);
  expect(answers).toEqual(ids.map(() => 1));
  const queries = [["onlya"], ["onlyd", "word3"], ["word9"]];
  await expectSame(session, SCOPE, queries);
  // Several times, too.
  expect(await buildSegment(session, SCOPE, { postingsInMemory: 1_000_000 })).toBe(true);
  await expectSame(session, SCOPE, queries);
  await session.close();
});

test("of two builds at once the later one counts, and a dropped segment ends a build", async () => {
  const session = await openSession(database);
  const random = randomNumbers(9);
  await putTexts(session, SCOPE, texts(0, 50, random));
  let later: Promise<boolean> | undefined;
  const earlier = await buildSegment(session, SCOPE, {
    onProgress: () => {
      later ??= buildSegment(session, SCOPE);
    },
  });
  const results = [earlier, await later];
  // Without connections of their own they run one after the other or in turns.
  expect(results.at(-1)).toBe(true);
  await expectSame(session);
  await expectOneGeneration(session, SCOPE);
  let dropped: Promise<void> | undefined;
  const build = await buildSegment(session, SCOPE, {
    onProgress: () => {
      dropped ??= dropSegments(session, [SCOPE]);
    },
  });
  await dropped;
  expect(build).toBe(false);
  expect(await rowsOf(session, "postings", SCOPE)).toEqual([]);
  await expectSame(session);
  await session.close();
});

test.skipIf(SERVER_URL === undefined)(
  "searches stay exact while four write and segments are built",
  async () => {
    const session = await openSession(database);
    await putTexts(session, SCOPE, texts(0, 300, randomNumbers(1)));
    const over = new AbortController();
    const writer = async (seed: number): Promise<void> => {
      const random = randomNumbers(seed);
      for (let round = 0; round < 40; round += 1) {
        const ids = new Set(Array.from({ length: 1 + random(8) }, () => String(random(400))));
        if (random(3) === 0) await deleteTexts(session, SCOPE, [...ids]);
        else
          await putTexts(
            session,
            SCOPE,
            [...ids].map((id) => randomText(id, random)),
          );
      }
    };
    const until = async (work: () => Promise<unknown>): Promise<number> => {
      let rounds = 0;
      for (; !over.signal.aborted; rounds += 1) await work();
      return rounds;
    };
    const background = Promise.all([
      until(() => buildSegment(session, SCOPE, { postingsInMemory: 500 })),
      until(() => expectSame(session)),
    ]);
    await Promise.all([21, 22, 23, 24].map((seed) => writer(seed)));
    over.abort();
    const [builds, searches] = await background;
    expect(builds).toBeGreaterThan(1);
    expect(searches).toBeGreaterThan(1);
    await expectSame(session);
    await session.close();
  },
);

async function isCovered(session: StoreSession): Promise<boolean> {
  const [segment] = await rowsOf(session, "segments", SCOPE);
  return segment !== undefined && segment["generation"] !== null;
}

test.skipIf(SERVER_URL === undefined)(
  "a build waits for the writer of the scope, whose deletions it would not hear of",
  async () => {
    const schema = database.newSchema();
    const session = await openSession(database, schema);
    await putTexts(session, SCOPE, texts(0, 20, randomNumbers(2)));
    const built = new AbortController();
    let build: Promise<unknown> | undefined;
    await session.write(undefined, { access: [SCOPE], lock: [SCOPE] }, async (context) => {
      await removeSelected(context, {
        ranges: [{ path: SCOPE, below: false }],
        condition: sql<SqlBool>`r.id = '7'`,
        ending: undefined,
      });
      build = buildSegment(session, SCOPE).finally(() => {
        built.abort();
      });
      while (!built.signal.aborted && !(await isWaitedFor(lockKey(schema, `scope:${SCOPE}`))))
        continue;
    });
    expect(await build).toBe(true);
    await expectSame(session);
    await session.close();
  },
);

/** Returns true if somebody waits for an advisory lock. */
async function isWaitedFor(key: string): Promise<boolean> {
  const rows = await database.query(
    `select from pg_locks where locktype = 'advisory' and not granted
     and (classid::bigint << 32) | objid::bigint = $1::bigint`,
    [key],
  );
  return rows.length > 0;
}
