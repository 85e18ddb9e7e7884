import { expect, it } from "vitest";

import type { HostOutput } from "../../src/host.js";
import { main } from "../../src/main.js";
import { type TestHost, testHost } from "../support/test-host.js";

/** A studio that `kioku studio` serves. */
interface Served {
  readonly url: string;
  readonly token: string;
  /** Asks a verb, and returns the status with the answer. */
  ask(verb: string, query?: object): Promise<readonly [status: number, answer: unknown]>;
  /** Does what Ctrl-C does, and returns the exit code. */
  stop(): Promise<number>;
}

/** Starts `kioku studio` on a free port. */
async function studio(host: TestHost, ...flags: readonly string[]): Promise<Served> {
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  const stdout: HostOutput = {
    write: (text, done) => {
      resolve(text.trim());
      queueMicrotask(done);
    },
  };
  const ended = main(["studio", "--port", "0", ...flags], { ...host, stdout });
  const printed = await Promise.race([
    listening,
    ended.then((code) => {
      throw new Error(`studio ended with ${code}: ${host.written().stderr}`);
    }),
  ]);
  const { origin: url, hash } = new URL(printed);
  const token = hash.replace("#token=", "");
  return {
    url,
    token,
    ask: async (verb, query = {}) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify(query);
      const response = await fetch(`${url}/api/${verb}`, { method: "POST", headers, body });
      return [response.status, await response.json()];
    },
    stop: async () => {
      host.interrupt();
      return ended;
    },
  };
}

function plainHost(env: TestHost["env"] = {}): TestHost {
  return testHost({ env: { KIOKU_EMBEDDING_MODEL: "none", ...env } });
}

async function remember(host: TestHost, text: string): Promise<string> {
  const { stdout } = await host.run("remember", text, "--json");
  return (JSON.parse(stdout) as { memory: { id: string } }).memory.id;
}

it("prints the address of a page of the scope of the configuration, until Ctrl-C", async () => {
  using host = plainHost();
  await host.run("remember", "Ana is allergic to peanuts", "--scope", "work/ana");
  const served = await studio(host, "--scope", "work");
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  expect(served.token).toMatch(/^[\w-]{32}$/u);
  expect(await served.ask("about")).toEqual([
    200,
    { scope: ["work"], canWrite: false, hasImages: false, now: expect.any(String) as string },
  ]);
  expect(await served.ask("scopes")).toEqual([200, { scopes: [["ana"]] }]);
  const page = await fetch(served.url);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect((await fetch(`${served.url}/api/about`, { method: "POST" })).status).toBe(401);
  expect(host.written().stderr).toContain("--write lets it change memories");
  expect(host.written().stderr).not.toContain(served.token);
  expect(await served.stop()).toBe(0);
  await expect(fetch(served.url)).rejects.toThrow("fetch failed");
});

it("says that it may change memories with --write", async () => {
  using host = plainHost();
  const served = await studio(host, "--write");
  expect(await served.ask("about")).toMatchObject([200, { canWrite: true }]);
  expect(host.written().stderr).toContain("may change, forget and erase");
  expect(await served.stop()).toBe(0);
});

it("refuses to erase without --write, and with it tells the backups", async () => {
  using host = plainHost({ KIOKU_BACKUP_TARGET: "../backups" });
  const id = await remember(host, "tea");
  await host.run("backup");
  using other = testHost({ env: host.env, folder: host.folder });
  const reading = await studio(other);
  expect(await reading.ask("erase", { id, ifVersion: 1 })).toMatchObject([
    403,
    { error: { code: "not-allowed" } },
  ]);
  expect(await reading.stop()).toBe(0);

  const writing = await studio(host, "--write");
  expect(await writing.ask("erase", { id, ifVersion: 1 })).toMatchObject([200, { records: 1 }]);
  expect(await writing.stop()).toBe(0);
  using after = testHost({ env: host.env, folder: host.folder });
  const restored = await after.run("restore", "--from", "../backups", "--to", "again.db", "--json");
  expect(JSON.parse(restored.stdout)).toMatchObject({ erasedAgain: 1 });
});

it("ends while a page still listens to what happens", async () => {
  using host = plainHost();
  const served = await studio(host);
  const events = await fetch(`${served.url}/api/events`, {
    headers: { authorization: `Bearer ${served.token}` },
  });
  expect(events.status).toBe(200);
  const [code, told] = await Promise.all([served.stop(), events.text()]);
  expect(code).toBe(0);
  expect(told).toMatch(/\}\n$/u);
});

it("prints the address as JSON for programs", async () => {
  using host = plainHost();
  const { promise: printed, resolve } = Promise.withResolvers<string>();
  const stdout: HostOutput = {
    write: (text, done) => {
      resolve(text);
      queueMicrotask(done);
    },
  };
  const ended = main(["studio", "--port", "0", "--json"], { ...host, stdout });
  expect(JSON.parse(await printed)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#token=/u) as string,
  });
  host.interrupt();
  expect(await ended).toBe(0);
});

it("says what to do about a port that is taken, or that is none", async () => {
  using host = plainHost();
  using other = plainHost();
  const served = await studio(host);
  const { port } = new URL(served.url);
  const taken = await other.run("studio", "--port", port);
  expect(taken).toMatchObject({ code: 1, stdout: "" });
  expect(taken.stderr).toContain(`address 127.0.0.1:${port} is in use`);
  expect(taken.stderr).toContain("--port 0");
  expect(await served.stop()).toBe(0);
  expect(await other.run("studio", "--port", "65536")).toMatchObject({ code: 2, stdout: "" });
});

it("does not begin a database that was mistyped", async () => {
  using host = plainHost();
  const { code, stderr } = await host.run("studio", "--database", "nowhere.db");
  expect(code).toBe(3);
  expect(stderr).toContain("nowhere.db does not exist");
});
