/** @module-tag long */
import { createMemory } from "@kioku/core";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { startChild } from "./support/child.js";
import { temporaryFile } from "./support/temporary-directory.js";

const SCRIPT = new URL("support/key-writer.ts", import.meta.url);
const PROCESSES = 8;
const COUNTS = 10;
/** Writes of one entry that each process begins at once. */
const CROWD = 40;

test(
  "eight processes make one record of one key, and lose no update",
  { timeout: 300_000 },
  async () => {
    const path = temporaryFile();
    const memory = createMemory({ store: sqliteStore({ path }) });
    await memory.set("crowd", 0);
    await memory.set("counter", 0);
    const children = Array.from({ length: PROCESSES }, (_, index) =>
      startChild(SCRIPT, path, `writer ${index}`, `${COUNTS}`, `${CROWD}`),
    );
    for (const child of children) expect(await child.message()).toBe("ready");
    for (const child of children) child.process.send("go");
    const statuses = (await Promise.all(
      children.map((child) => child.message()),
    )) as readonly (readonly string[])[];

    expect(statuses.map(([keyed]) => keyed)).toEqual(statuses.map(() => "stored"));
    for (const place of [1, 2]) {
      expect(statuses.filter((one) => one[place] === "stored")).toHaveLength(1);
      expect(statuses.filter((one) => one[place] === "duplicate")).toHaveLength(PROCESSES - 1);
    }
    const { items } = await memory.list();
    const versions = Object.fromEntries(items.map(({ key = "", version }) => [key, version]));
    expect(versions).toEqual({
      counter: 1 + PROCESSES * COUNTS,
      crowd: 1 + 2 * PROCESSES * CROWD,
      k: PROCESSES,
      j: 1,
      "": 1,
    });
    expect(await memory.get("counter")).toBe(PROCESSES * COUNTS);
    await memory.close();
  },
);
