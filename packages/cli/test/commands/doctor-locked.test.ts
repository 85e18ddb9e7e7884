import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { expect, it } from "vitest";

import { bySize } from "../support/by-size.js";
import { testHost } from "../support/test-host.js";

const HOLD = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1]);
  database.exec("pragma locking_mode = exclusive; begin exclusive");
  process.stdout.write("locked");
  process.stdin.on("end", () => process.exit()).resume();`;

// It waits five seconds for the other process.
it.skipIf(bySize(0, 1) === 1)("tells which process keeps a database locked", async () => {
  using host = testHost();
  await host.run("remember", "Ana is allergic to peanuts");
  const path = join(host.home, ".local", "share", "kioku", "memory.db");
  const holder = spawn(process.execPath, ["--no-warnings", "-e", HOLD, path]);
  try {
    await once(holder.stdout, "data");
    expect(await host.run("recall", "peanuts")).toMatchObject({ code: 75, stdout: "" });
    const { code, stdout } = await host.run("doctor");
    expect(code).toBe(1);
    expect(stdout).toContain(`process ${holder.pid} (`);
  } finally {
    holder.stdin.end();
    await once(holder, "exit");
  }
});
