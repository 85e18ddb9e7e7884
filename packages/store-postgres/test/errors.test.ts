import { MemoryError } from "@kioku/core";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";

import { postgresStore } from "../src/index.js";
import {
  isContention,
  leavesConnection,
  NoConnectionError,
  NotCommittedError,
  toMemoryError,
  UnknownOutcomeError,
} from "../src/sql/to-memory-error.js";
import { testDatabase } from "./support/databases.js";
import { rejection } from "./support/rejection.js";

const SECRET = "hunter2-secret";
const database = await testDatabase();

function answer(code: string): DatabaseError {
  const error = new DatabaseError(`about ${SECRET}`, 1, "error");
  return Object.assign(error, { code, detail: `Key (id)=(${SECRET}) exists.`, where: SECRET });
}

function failure(code: string, message = `${SECRET} ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

test.each([
  ["08006", "store-unavailable", true, "connection was lost"],
  ["08P01", "store-unavailable", true, "connection was lost"],
  ["57P01", "store-unavailable", true, "shutting down"],
  ["57P02", "store-unavailable", true, "crash"],
  ["57P03", "store-unavailable", true, "starting"],
  ["57P05", "store-unavailable", true, "ended the connection"],
  ["25P03", "store-unavailable", true, "ended the connection"],
  ["25P04", "store-unavailable", true, "transaction_timeout"],
  ["53300", "store-unavailable", true, "no more connections"],
  ["40003", "store-unavailable", true, "does not know"],
  ["53100", "store-failed", true, "disk is full"],
  ["53200", "store-failed", true, "out of memory"],
  ["53000", "store-failed", true, "short of resources"],
  ["25006", "store-failed", true, "read-only"],
  ["40001", "store-failed", true, "because of others"],
  ["40P01", "store-failed", true, "because of others"],
  ["55P03", "store-failed", true, "locked by others"],
  ["57014", "store-failed", true, "took too long"],
  ["23505", "conflict", false, "same key"],
  ["23514", "store-failed", false, "constraint"],
  ["42501", "store-failed", false, "permission"],
  ["42P01", "store-failed", false, "option schema"],
  ["3F000", "store-failed", false, "option schema"],
  ["42601", "store-failed", false, "refused a statement"],
  ["28P01", "store-failed", false, "password"],
  ["28000", "store-failed", false, "password"],
  ["3D000", "store-failed", false, "name of the database"],
  ["22021", "store-failed", false, "UTF8"],
  ["22P02", "store-failed", false, "refused a value"],
  ["54000", "store-failed", false, "this large"],
  ["26000", "store-failed", false, "preparedStatements"],
  ["42P05", "store-failed", false, "preparedStatements"],
  ["XX001", "store-failed", false, "damaged"],
  ["XX000", "store-failed", false, "internal error"],
  ["57P04", "store-failed", false, "dropped"],
  ["99999", "store-failed", false, "SQLSTATE 99999"],
] as const)("the server's %s is %s, retryable: %s", (state, ...[code, retryable, words]) => {
  const cause = answer(state);
  const error = toMemoryError(cause);
  expect(error).toMatchObject({ code, retryable });
  expect(error.message).toContain(words);
  expect(error.message).not.toContain(SECRET);
  expect(error.cause).toBe(cause);
});

test.each([
  [failure("ECONNREFUSED"), "store-unavailable", true],
  [failure("ENOTFOUND"), "store-unavailable", true],
  [failure("EAI_AGAIN"), "store-unavailable", true],
  [failure("EHOSTUNREACH"), "store-unavailable", true],
  [failure("ECONNRESET"), "store-unavailable", true],
  [failure("ETIMEDOUT"), "store-unavailable", true],
  [failure("EPIPE"), "store-unavailable", true],
  [new Error("Connection terminated unexpectedly"), "store-unavailable", true],
  [new Error("Connection terminated due to connection timeout"), "store-unavailable", true],
  [new Error("timeout exceeded when trying to connect"), "store-unavailable", true],
  [new Error("timeout expired"), "store-unavailable", true],
  [new Error("Client was closed and is not queryable"), "store-unavailable", true],
  [new UnknownOutcomeError(SECRET), "store-unavailable", true],
  [new NotCommittedError(SECRET), "store-failed", true],
  [new Error("Cannot use a pool after calling end on the pool"), "store-failed", false],
  [new Error("PGlite is closed"), "store-failed", false],
  [new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: no"), "store-failed", false],
  [new Error("The server does not support SSL connections"), "store-failed", false],
  [failure("DEPTH_ZERO_SELF_SIGNED_CERT"), "store-failed", false],
  [new TypeError(SECRET), "store-failed", false],
  [SECRET, "store-failed", false],
  [undefined, "store-failed", false],
] as const)("%s is %s, retryable: %s", (cause, code, retryable) => {
  const error = toMemoryError(cause);
  expect(error).toMatchObject({ code, retryable });
  expect(error.message).not.toContain(SECRET);
  expect(error.cause).toBe(cause);
});

test("what is a MemoryError already stays as it is", () => {
  const error = new MemoryError("conflict", "somebody else was first");
  expect(toMemoryError(error)).toBe(error);
});

test("what kept a connection from being made is told as itself, and is no answer to a statement", () => {
  const cause = answer("42501");
  const failed = new NoConnectionError("there is none", { cause });
  expect(toMemoryError(failed)).toMatchObject({ code: "store-failed", cause });
  expect(leavesConnection(failed)).toBe(false);
  expect(isContention(new NoConnectionError("", { cause: answer("40001") }))).toBe(false);
});

test("a code of Node that looks like an answer of the server is none", () => {
  expect(leavesConnection(failure("EPIPE"))).toBe(false);
  expect(leavesConnection(answer("23505"))).toBe(true);
  for (const ended of ["57P01", "25P03", "25P04", "08006"]) {
    expect(leavesConnection(answer(ended))).toBe(false);
  }
  expect(leavesConnection(new Error("Connection terminated"))).toBe(false);
  const contentions = ["40001", "40P01", "23505", "23514"].map((code) =>
    isContention(answer(code)),
  );
  expect(contentions).toEqual([true, true, true, false]);
});

test("real answers of the server are told without the values in them", async () => {
  const schema = database.newSchema();
  await database.query(`create schema "${schema}"`);
  await database.query(`create table "${schema}".t (t text unique check (length(t) > 3))`);
  const put = async (text: string): Promise<unknown> =>
    database.query(`insert into "${schema}".t values ($1)`, [text]);
  await put(SECRET);
  for (const [call, code] of [
    [async () => put(SECRET), "conflict"],
    [async () => put("x"), "store-failed"],
    [async () => database.query(`select '${SECRET}'::integer`), "store-failed"],
    [async () => database.query(`select "${SECRET}" from "${schema}".t`), "store-failed"],
  ] as const) {
    const error = toMemoryError(await rejection(call()));
    expect(error).toMatchObject({ code, retryable: false });
    expect(error.message).not.toContain(SECRET);
    expect(error.message).not.toContain("failed");
  }
});

test.each([
  ["a server that is not there", "127.0.0.1:1/db"],
  ["a host that is not there", "no-such-host.invalid:5432/db"],
])("%s is an outage, and the password is in no error", async (_name, place) => {
  const store = postgresStore({
    connectionString: `postgres://user:${SECRET}@${place}`,
    connectTimeoutMs: 5_000,
  });
  const error = await rejection(store.open());
  expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
  expect(everythingIn(error)).not.toContain(SECRET);
  expect(await rejection(store.spaces())).toMatchObject({ code: "store-failed" });
  await store.close();
});

/** An error as a logger would print it: with its causes and what hangs on them. */
function everythingIn(error: Error): string {
  const causes: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    causes.push(at.message, at.stack ?? "", JSON.stringify(at), ...Object.values(at).map(String));
  }
  return causes.join("\n");
}
