import { createMemory } from "@kioku/core";
import { claudeMemory } from "@kioku/tools";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { startChild } from "../support/child.js";
import { temporaryFile } from "../support/temporary-directory.js";

const SCRIPT = new URL("../support/claude-writer.ts", import.meta.url);
const PROCESSES = 3;
const COUNT = 8;

test(
  "of what several processes write to one file nothing is lost, and of those that make or move one, one does",
  { timeout: 300_000 },
  async () => {
    const path = temporaryFile();
    const memory = createMemory({ store: sqliteStore({ path }) });
    const tool = claudeMemory(memory);
    await tool({ command: "create", path: "/memories/log", file_text: "<end>" });
    const children = Array.from({ length: PROCESSES }, (_, index) =>
      startChild(SCRIPT, path, `writer ${index}`, `${COUNT}`),
    );
    // To begin, and to move the file.
    for (let meeting = 1; meeting <= 2; meeting += 1) {
      for (const child of children) expect(await child.message()).toBe("ready");
      for (const child of children) child.process.send("go");
    }
    const firsts = (await Promise.all(
      children.map((child) => child.message()),
    )) as readonly (readonly boolean[])[];
    for (const place of [0, 1]) {
      expect(firsts.filter((one) => one[place])).toHaveLength(1);
    }
    const expected = children.flatMap((_, writer) =>
      Array.from({ length: COUNT }, (__, index) => `writer ${writer} ${index}`),
    );
    const text = await memory.get("/memories/log");
    const lines = typeof text === "string" ? text.split("\n") : [];
    expect(lines.toSorted()).toEqual(["<end>", ...expected].toSorted());
    const { items } = await memory.list({ orderBy: "key" });
    expect(items.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^\/memories\/by writer \d$/u),
      "/memories/log",
    ]);
    await memory.close();
  },
);
