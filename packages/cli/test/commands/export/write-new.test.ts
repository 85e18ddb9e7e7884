import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { writeNewFile } from "../../../src/commands/export/write-new.js";

/** Runs with a folder that is removed afterwards. */
async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-export-"));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("leaves nothing of a file whose writing is interrupted or fails", async () => {
  await inFolder(async (folder) => {
    const controller = new AbortController();
    const reason = new Error("interrupted");
    const chunks = function* (): Generator<string> {
      yield "a";
      expect(readdirSync(folder)).toHaveLength(1);
      controller.abort(reason);
      yield "b";
    };
    const path = join(folder, "new");
    await expect(writeNewFile(path, chunks(), controller.signal)).rejects.toBe(reason);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it("replaces no file that came while it was written", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "new");
    const chunks = function* (): Generator<string> {
      yield "a";
      writeFileSync(path, "other");
    };
    const { signal } = new AbortController();
    await expect(writeNewFile(path, chunks(), signal)).rejects.toMatchObject({
      code: "conflict",
      exitCode: 5,
    });
    expect(readFileSync(path, "utf8")).toBe("other");
    expect(readdirSync(folder)).toEqual(["new"]);
  });
});
