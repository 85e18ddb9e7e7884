/**
 * Takes the path of a database from standard input, makes flushes of its log fail as the traced
 * library does while a file is there, and prints what becomes of calls as JSON.
 */
import { rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

import { MemoryError } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { putOp, testRecord } from "@kioku/testing";

import { NOW } from "../power/facts.ts";

const path = await text(process.stdin);
const failing = process.env["KIOKU_POWER_FAIL"] ?? "";
const store = sqliteStore({ path });

/** Says how a call ended. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "answered";
  } catch (error) {
    return MemoryError.is(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

const write = (n: number): Promise<string> => outcome(store.write([putOp(testRecord(n))]));
await store.open();
const before = await write(1);
writeFileSync(failing, "");
// All but the first share a flush, or begin after it has failed.
const during = await Promise.all([write(2), write(3), write(4)]);
rmSync(failing);
const { scope, id } = testRecord(1);
const after = [await write(5), await outcome(store.get([{ scope, id }], { now: NOW }))];
const closing = await outcome(store.close());
process.stdout.write(`${JSON.stringify({ before, during, after, closing })}\n`);
