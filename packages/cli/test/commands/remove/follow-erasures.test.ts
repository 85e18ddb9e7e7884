import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { followErasures } from "../../../src/commands/remove/follow-erasures.js";
import { loadSettings } from "../../../src/config/load-settings.js";
import { createPrinter } from "../../../src/output/create-printer.js";
import { createOpenedMemory } from "../../../src/wire/create-opened-memory.js";
import { testHost } from "../../support/test-host.js";

it("tells the backups of each erasure, and at the end once more if that failed", async () => {
  using host = testHost({
    env: { KIOKU_BACKUP_TARGET: "../backups", KIOKU_EMBEDDING_MODEL: "none" },
  });
  await host.run("remember", "tea", "--key", "first");
  await host.run("remember", "coffee", "--key", "second", "--scope", "work");
  await host.run("backup");
  const settings = await loadSettings(host, {});
  const opened = await createOpenedMemory(settings, host);
  const print = createPrinter(host, { isJson: false, isQuiet: false, color: undefined });
  const call = { host, print, settings: async () => settings };

  const followed = followErasures(call, opened.root);
  await opened.memory.erase({ key: "first" });
  await followed.end();
  expect(host.written().stderr).toBe("");
  const { stdout } = await host.run("backup", "--tombstones", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ tombstones: 1 });

  const again = followErasures(call, opened.root);
  rmSync(join(host.folder, "backups"), { recursive: true });
  writeFileSync(join(host.folder, "backups"), "no folder");
  await opened.memory.scope("work").erase({ key: "second" });
  await expect(again.end()).rejects.toMatchObject({ code: "not-published", exitCode: 75 });
  expect(host.written().stderr).toContain("was not sent to the backups");
  await opened.close();
});
