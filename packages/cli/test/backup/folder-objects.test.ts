import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { folderObjects } from "../../src/backup/folder-objects.js";
import { OBJECT_STORE_CASES } from "../support/object-store-cases.js";

test.each(OBJECT_STORE_CASES)("in a folder $name", async ({ run }) => {
  const folder = mkdtempSync(join(tmpdir(), "kioku-objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(run(folderObjects(join(folder, "backups")))).resolves.toBeUndefined();
});
