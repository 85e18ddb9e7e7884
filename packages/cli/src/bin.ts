#!/usr/bin/env node
import { writeSync } from "node:fs";
// An old Node does not have all of its names, and could not tell that it is too old.
import * as nodeModule from "node:module";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join, parse } from "node:path";

import type { Host } from "./host.js";

const [major = 0, minor = 0] = process.version.slice(1).split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  writeSync(2, `kioku: Node ${process.version} is too old\nhint: install Node 22.18 or newer\n`);
  process.exit(1);
}

const { env } = process;
// Others must not write to what is made here, above all not to compiled code.
process.umask(process.umask() | 0o022);

/** Returns the home of the user, or the root folder: jobs and containers run without one. */
function homeFolder(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know the user.
    }
  }
  return parse(process.execPath).root;
}

const home = homeFolder();

/** Returns the folder of what can be made again, in the home of the user. */
function cacheFolder(): string {
  const given = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  const folder = given !== undefined && isAbsolute(given) ? given : join(home, ".cache");
  return join(folder, "kioku", "compiled");
}

// Before the first module that it should keep. The folder of Node is one for all users: another
// could put code there. Deno has no such cache.
if ("enableCompileCache" in nodeModule) nodeModule.enableCompileCache(cacheFolder());
const { main } = await import("./main.js");

const controller = new AbortController();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Lets the command end by itself. A signal after a second ends the process, as without a handler;
 * one before it is the same once more: `timeout` and `npx` send theirs to a process and its group.
 */
function interrupt(signal: NodeJS.Signals): void {
  if (controller.signal.aborted) return;
  controller.abort(new Error(`interrupted by ${signal}`));
  setTimeout(() => {
    for (const name of SIGNALS) process.off(name, interrupt);
  }, 1000).unref();
}
for (const name of SIGNALS) process.on(name, interrupt);

// Each write hears of its own failure; without a listener it would end the process as well.
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

const host: Host = {
  env,
  // It may be gone, and then only what needs it must fail: a hook never does.
  get cwd() {
    return process.cwd();
  },
  home,
  // Opening it takes time, and few commands read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  clock: () => new Date(),
  fetch,
  signal: controller.signal,
};
// Never process.exit: it would not wait for output, and end native libraries at work.
process.exitCode = await main(process.argv.slice(2), host);
