import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { serveRequests } from "../../src/http/serve-requests.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { listen, type Listening } from "../support/listen.js";
import { fixtureServer } from "./fixture-server.js";

/** Scenarios of what this server does not do, and why. */
const NOT_SERVED: Readonly<Record<string, string>> = {
  "tools-call-sampling": "a stateless server is not there any more when a client answers it",
  "tools-call-elicitation": "a stateless server does not know what its client can do",
  "elicitation-sep1034-defaults": "a stateless server does not know what its client can do",
  "elicitation-sep1330-enums": "a stateless server does not know what its client can do",
  "server-sse-polling": "checks nothing without sessions, whose streams can be resumed",
  "server-sse-multiple-streams": "checks nothing without sessions",
};
const NUMBER_OF_SCENARIOS = 32;
const ONE = "tools-call-with-progress";

/** The suite sends no token. */
const TOKEN = "of-the-conformance-suite";

const isFull = process.env["KIOKU_TEST_SIZE"] === "full";
let listening: Listening;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kioku-mcp-"));
  const verifier = staticTokens({ [TOKEN]: [] });
  listening = await listen(serveRequests({ verifier, serverOf: () => fixtureServer }), TOKEN);
});

afterAll(async () => {
  await listening.close();
  await rm(folder, { recursive: true });
});

it(`passes ${isFull ? "all scenarios of the conformance suite but those listed" : "one scenario of the conformance suite"}`, async () => {
  const results = await runSuite(isFull ? ["--suite", "all"] : ["--scenario", ONE]);
  const failed = [...results].filter(([, isPassed]) => !isPassed).map(([name]) => name);
  expect(failed.toSorted()).toEqual(isFull ? Object.keys(NOT_SERVED).toSorted() : []);
  expect(results.size).toBe(isFull ? NUMBER_OF_SCENARIOS : 1);
});

/** Returns for each scenario if it checked something, and found nothing wrong. */
async function runSuite(chosen: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const program = "@modelcontextprotocol/conformance/dist/index.js";
  const path = createRequire(import.meta.url).resolve(program);
  const url = `http://127.0.0.1:${listening.port}/mcp`;
  const args = [path, "server", "--url", url, "--output-dir", folder, ...chosen];
  const { promise, resolve } = Promise.withResolvers<void>();
  // The code says what the results say, too. What it prints on errors has its whole source.
  execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, () => resolve());
  await promise;
  const results = (await readdir(folder)).map(async (name) => {
    const text = await readFile(join(folder, name, "checks.json"), "utf8");
    const checks = JSON.parse(text) as readonly { readonly status: string }[];
    const states = new Set(checks.map(({ status }) => status));
    const isPassed = states.has("SUCCESS") && !states.has("FAILURE");
    const scenario = /^server-(?<scenario>.+)-\d{4}-\d\d-\d\dT/u.exec(name)?.groups?.["scenario"];
    return [scenario ?? name, isPassed] as const;
  });
  return new Map(await Promise.all(results));
}
