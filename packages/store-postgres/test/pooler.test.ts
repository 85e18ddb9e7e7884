import { hasPgbouncer, startPooler } from "@kioku/servers/pooler";
import type { Pooler } from "@kioku/servers/pooler";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { PgDriver } from "../src/open/client/pg-driver.js";
import { rejection } from "./support/rejection.js";
import { testServer } from "./support/server.js";

const CLIENTS = 6;
const TRANSACTIONS = Number(process.env["KIOKU_POOLER_TRANSACTIONS"] ?? 200);
const url = hasPgbouncer ? await testServer() : undefined;

describe.skipIf(url === undefined)("through PgBouncer in transaction mode", () => {
  let pooler: Pooler;
  // Fewer connections to the server than clients, so that they are handed around.
  beforeAll(async () => {
    pooler = await startPooler(url ?? "", 3);
  });
  afterAll(() => pooler[Symbol.asyncDispose]());

  function newDriver(options: {
    readonly pipeline: boolean;
    readonly namesStatements?: boolean | "direct";
  }): PgDriver {
    const pool = new Pool({ connectionString: pooler.url, max: 1, pipeline: options.pipeline });
    const driver = new PgDriver(pool, { ...options, ownsPool: true });
    onTestFinished(() => driver.close());
    return driver;
  }

  test.each([true, false])(
    "clients do not see settings of each other, and no statement fails (pipeline: %s)",
    async (pipeline) => {
      const seen = { transactions: 0, wrong: 0, leaked: 0 };
      const client = async (name: string): Promise<void> => {
        const driver = newDriver({ pipeline });
        for (let n = 0; n < TRANSACTIONS; n += 1) {
          const mode = n % 2 === 0 ? "write" : "snapshot";
          const [, rows] = await driver.transaction({ mode }, async (channel) =>
            Promise.all([
              channel.rows({ text: "select set_config('kioku.scopes', $1, true)", values: [name] }),
              channel.rows<{ scopes: string; n: number }>({
                text: "select current_setting('kioku.scopes') as scopes, $1::int as n",
                values: [n],
              }),
            ]),
          );
          const [after] = await driver.rows<{ scopes: string | null }>({
            text: "select current_setting('kioku.scopes', true) as scopes, $1::text",
            values: [name],
          });
          seen.transactions += 1;
          if (rows[0]?.scopes !== name || rows[0].n !== n) seen.wrong += 1;
          if ((after?.scopes ?? "") !== "") seen.leaked += 1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(`client ${index}`)));
      expect(seen).toEqual({ transactions: CLIENTS * TRANSACTIONS, wrong: 0, leaked: 0 });
    },
  );

  test("the control finds settings that leak: those of a session", async () => {
    const writer = newDriver({ pipeline: true });
    const reader = newDriver({ pipeline: true });
    const set = { text: "select set_config('kioku.leaking', 'of another', false)", values: [] };
    await writer.rows(set);
    const [leaked] = await reader.rows({
      text: "select current_setting('kioku.leaking', true) as value",
      values: [],
    });
    expect(leaked).toEqual({ value: "of another" });
    await reader.rows({ text: "reset all", values: [] });
  });

  test("the control finds named statements, which are not allowed there", async () => {
    let failed = 0;
    const errors = new Set<unknown>();
    const client = async (): Promise<void> => {
      const driver = newDriver({ pipeline: false, namesStatements: true });
      for (let n = 0; n < 40; n += 1) {
        const call = driver.rows({ text: "select $1::int as n", values: [n] });
        await call.catch((error: { readonly code?: unknown }) => {
          failed += 1;
          errors.add(error.code);
        });
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    expect(failed).toBeGreaterThan(0);
    expect([...errors].every((code) => code === "26000" || code === "42P05")).toBe(true);
  });

  test("connections that lead through it are found out, and name no statement", async () => {
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const driver = newDriver({ pipeline: true, namesStatements: "direct" });
        for (let n = 0; n < 40; n += 1) {
          expect(await driver.rows({ text: "select $1::int as n", values: [n] })).toEqual([{ n }]);
        }
      }),
    );
  });

  test("of statements that travel together the first that fails is the error, and the connection goes on", async () => {
    const driver = newDriver({ pipeline: true });
    for (let n = 0; n < 50; n += 1) {
      const failed = await rejection(
        driver.transaction({ mode: "write" }, async (channel) =>
          Promise.all([
            channel.rows({ text: "select $1::int", values: [n] }),
            channel.rows({ text: "select 1 / ($1::int - $1::int)", values: [n] }),
            channel.rows({ text: "select $1::int", values: [n] }),
          ]),
        ),
      );
      expect(failed).toMatchObject({ code: "22012" });
      expect(await driver.rows({ text: "select $1::int as n", values: [n] })).toEqual([{ n }]);
    }
  });
});
