import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { localEmbedder } from "@kioku/embed-local";
import { expect, onTestFinished, test } from "vitest";

import type { QualityReport } from "../skills/quality/quality-report.ts";
import { madeSkills, madeTexts } from "../skills/speed/made-skills.ts";
import type { SpeedReport } from "../skills/speed/measure-speed.ts";
import { runMain } from "./run-main.ts";
import type { Finished } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../skills/main.ts", import.meta.url));
const SMALL = fileURLToPath(new URL("sample-skills.json", import.meta.url));

const SAVED = new URL("../results/skills/everyday.json", import.meta.url);

const run = (...args: readonly string[]): Promise<Finished> => runMain(MAIN, args);

async function scratchFile(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-skills-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, name);
}

async function wake(threshold: string): Promise<QualityReport> {
  const path = await scratchFile("report.json");
  await run("--data", SMALL, "--threshold", threshold, "--save", path);
  return JSON.parse(await readFile(path, "utf8")) as QualityReport;
}

test("--json prints the four figures and nothing else, of the held-out set by default, as they were saved", async () => {
  const { code, stdout, stderr } = await run("--json");
  expect([code, stderr]).toEqual([0, ""]);
  const figures = JSON.parse(stdout) as Readonly<Record<string, number>>;
  expect(Object.keys(figures)).toEqual(["precision", "recall", "f1", "p50Ms"]);
  // Only time is random: after a change of what wakes, save the results again for the pages and
  // the chart that quote them.
  const saved = JSON.parse(await readFile(SAVED, "utf8")) as QualityReport;
  const { precision, recall, f1 } = saved;
  expect(figures).toMatchObject({ precision, recall, f1 });
  expect(figures["p50Ms"]).toBeGreaterThan(0);
});

test("a set of one's own is read, with counterexamples and thresholds, and reported in words", async () => {
  const path = await scratchFile("report.json");
  const { code, stdout, stderr } = await run("--data", SMALL, "--save", path);
  expect([code, stderr]).toEqual([0, ""]);
  const report = JSON.parse(await readFile(path, "utf8")) as QualityReport;
  expect(report).toMatchObject({ set: "sample-skills", skills: 3, utterances: 5 });
  // Its threshold is 1: no paraphrase wakes it.
  expect(report.bySkill["never"]).toMatchObject({ right: 0, missed: 1, recall: 0 });
  expect(report.bySkill["lights"]).toMatchObject({ right: 1, wrong: 0, missed: 0 });
  expect(report.misses.map(({ match }) => match.skill)).toContain("never");
  expect(report.curve.at(0)?.threshold).toBe(0);
  expect(report.curve.at(-1)).toMatchObject({ threshold: 1, right: 0 });
  expect(stdout).toContain("sample-skills: 3 skills, 5 utterances, 2 of which should wake none");
  expect(stdout).toMatch(/never +0\.000/);
  expect(stdout).toMatch(/Should have woken: \d+\n/);
});

test("a higher --threshold wakes less", async () => {
  const [low, high] = [await wake("0.3"), await wake("1")];
  expect(low.right).toBeGreaterThan(0);
  expect(high.right + high.wrong).toBe(0);
});

test("any server of /v1/embeddings can be asked instead of the static table", async () => {
  const embedder = localEmbedder();
  const server = createServer((request, response) => {
    void (async () => {
      const { input } = (await new Response(request).json()) as { readonly input: string[] };
      const { vectors } = await embedder.embed(input);
      const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data, model: "m" }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const path = await scratchFile("report.json");
  const given = ["--embedder", url, "--model", "m", "--threshold", "0.3", "--save", path];
  const { code, stderr } = await run("--data", SMALL, ...given);
  expect([code, stderr]).toEqual([0, ""]);
  const report = JSON.parse(await readFile(path, "utf8")) as QualityReport;
  expect(report.embedder).toContain("m");
  expect(report.bySkill["lights"]).toMatchObject({ right: 1 });
});

test("speed is measured in processes of their own", async () => {
  const { code, stdout, stderr } = await run("--speed", "--quick", "--json");
  expect([code, stderr]).toEqual([0, ""]);
  const report = JSON.parse(stdout) as SpeedReport;
  expect(report.quick).toBe(true);
  expect(report.match.p50Ms).toBeGreaterThan(0);
  expect(report.match.woke).toBeGreaterThan(0);
  for (const start of [report.coldStart, report.warmStart]) {
    expect(start.startMs).toBeGreaterThan(0);
  }
  // The handler hears every event, of which there are two rounds; with triggers some others wake
  // beside it.
  expect(report.emit.calls).toBe(2 * report.events);
  expect(report.emitWithTriggers.calls).toBeGreaterThan(2 * report.textEvents);
  expect(report.emitWithTriggers.perSecond).toBeGreaterThan(0);
});

test("made skills and texts all differ and are the same each time", () => {
  const skills = madeSkills(1_000);
  const examples = skills.flatMap(({ triggers }) => triggers);
  expect(new Set(examples).size).toBe(5_000);
  expect(madeSkills(1_000)).toEqual(skills);
  const texts = madeTexts(2_000, 1_000);
  expect(new Set(texts).size).toBe(2_000);
  expect(texts.filter((text) => examples.includes(text))).toEqual([]);
});

test.each([
  [["--data", "nowhere.json"], "cannot read nowhere.json"],
  [["--threshold", "2"], "--threshold must be a number from 0 to 1, got 2"],
  [["--threshold", ""], "--threshold must be a number from 0 to 1, got "],
  [["--embedder", "http://127.0.0.1:1/v1"], "--embedder URL and --model NAME go together"],
  [["--embedder", "nonsense", "--model", "m"], "baseURL"],
  [["--speed", "--data", "x.json"], "--data does not go with --speed"],
  [["--quick"], "--quick goes with --speed only"],
  [["--fast"], "--fast"],
])("%j ends with exit code 2 and says why", async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("--help says how it is called", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("npm run measure -- skills");
});
