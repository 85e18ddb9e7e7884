import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { runCommand } from "../run-command.ts";

/** A registry of npm on this machine. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Settings under which npm, pnpm and Bun use it, and may publish to it. */
  readonly env: Readonly<Record<string, string>>;
}

const TRIES = 300;

/**
 * Starts verdaccio on a free port of the loopback interface. It keeps the packages of ours that are
 * published to it, and passes everything else on to the registry that npm uses here.
 */
export async function startRegistry(folder: string, verdaccio: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "config.json");
  const ours = { access: "$all", publish: "$all" };
  const { stdout: uplink } = await runCommand("npm", ["config", "get", "registry"], {
    cwd: folder,
  });
  writeFileSync(
    config,
    JSON.stringify({
      storage: join(folder, "storage"),
      web: { enable: false },
      uplinks: { npm: { url: uplink.trim(), timeout: "60s", max_fails: 20 } },
      packages: { "@kioku/*": ours, kioku: ours, "**": { access: "$all", proxy: "npm" } },
      max_body_size: "100mb",
      log: { type: "stdout", format: "json", level: "error" },
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const args = [verdaccio, "--config", config, "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  const ended = once(child, "exit");
  for (let tries = 0; !(await answers(`${url}-/ping`)); tries += 1) {
    if (child.exitCode !== null || tries === TRIES) {
      throw new Error(`verdaccio did not start:\n${said}`);
    }
    await wait(100);
  }
  // npm asks for a token before it publishes; this registry does not look at it.
  const userConfig = join(folder, "npmrc");
  writeFileSync(userConfig, `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`);
  return {
    url,
    env: { npm_config_registry: url, npm_config_userconfig: userConfig },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
