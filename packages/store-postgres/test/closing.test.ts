import { documentTerms } from "@kioku/core/toolkit";
import { putOp, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { postgresStore } from "../src/index.js";
import type { PostgresStore, PostgresStoreOptions } from "../src/index.js";
import { clusteredVectors } from "./support/clustered.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { fillScope } from "./support/fill-scope.js";
import { rejection } from "./support/rejection.js";
import { spyingClient } from "./support/spying-client.js";

const database = await testDatabase();

interface Spied {
  readonly store: PostgresStore;
  readonly schema: string;
  /** The statements since it was emptied last. */
  readonly heard: string[];
  /** Called at each statement. */
  onStatement: () => void;
}

async function openSpied(options: Partial<PostgresStoreOptions> = {}): Promise<Spied> {
  const schema = database.newSchema();
  const heard: string[] = [];
  const client = spyingClient(database.client, (text) => {
    heard.push(text);
    spied.onStatement();
  });
  const store = postgresStore({ client, schema, indexFrom: 100, ...options });
  const spied: Spied = { store, schema, heard, onStatement: () => undefined };
  await store.open();
  return spied;
}

/** More than one statement reads at once. */
const RECORDS = Array.from({ length: 1_100 }, (_, index) => testRecord(index));
const SEARCH = {
  selection: { within: [["test"]], reach: "here" },
  legs: [{ type: "text", terms: documentTerms("memory") }],
  limit: 5,
} as const;

async function fill({ store, schema }: Spied): Promise<void> {
  await store.write(RECORDS.map((record) => putOp(record)));
  const vectors = clusteredVectors(120, 8);
  await fillScope(database, { schema, scope: "/large", space: 1, vectors });
}

test.each([
  ["maintain", async (store: PostgresStore) => (await store.maintain()).built.length, 1],
  ["search", async (store: PostgresStore) => (await store.search(SEARCH)).length, 5],
  ["scrub", async (store: PostgresStore) => (await store.scrub()).length, 3],
] as const)("close waits for all the statements of %s", async (_name, run, result) => {
  const spied = await openSpied();
  await fill(spied);
  spied.heard.length = 0;
  const ended: string[] = [];
  let closing: Promise<unknown> | undefined;
  spied.onStatement = () => {
    closing ??= spied.store.close().then(() => ended.push("close"));
  };
  const found = await run(spied.store);
  ended.push("operation");
  await closing;
  expect([found, ended]).toEqual([result, ["operation", "close"]]);
  expect(spied.heard.length).toBeGreaterThan(1);
  expect(await rejection(run(spied.store))).toMatchObject({ code: "closed" });
});

test.skipIf(SERVER_URL === undefined)(
  "reads, writes and looking at the schema are limited in time, and migrations and upkeep are not",
  async () => {
    const spied = await openSpied({ statementTimeoutMs: 60_000 });
    const limits = (): number =>
      spied.heard.filter((text) => text.includes("statement_timeout")).length;
    const migrating = spied.heard.filter((text) => text.includes("create table"));
    expect(migrating.length).toBeGreaterThan(10);
    const written = spied.heard.filter((text) => text.includes("read write"));
    expect(written.filter((text) => text.includes("statement_timeout"))).toEqual([]);
    spied.heard.length = 0;
    await fill(spied);
    expect(limits()).toBe(1);
    spied.heard.length = 0;
    await spied.store.maintain();
    await spied.store.scrub();
    expect(limits()).toBe(0);
    const begun = (): number => spied.heard.filter((text) => text.startsWith("begin")).length;
    expect(begun()).toBeGreaterThan(5);
    spied.heard.length = 0;
    await spied.store.search(SEARCH);
    await spied.store.history(testRecord(1));
    expect(limits()).toBe(begun());
    expect(begun()).toBeGreaterThan(1);
    await spied.store.close();
  },
);
