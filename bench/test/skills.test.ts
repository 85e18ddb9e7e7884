import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { localEmbedder } from "@kioku/embed-local";
import { expect, onTestFinished, test } from "vitest";

import type { QualityReport } from "../skills/quality/quality-report.ts";
import type { SearchReport } from "../skills/search/measure-searches.ts";
import type { SkillSet } from "../skills/skill-set.ts";
import { madeSkills, madeTexts } from "../skills/speed/made-skills.ts";
import type { SpeedReport } from "../skills/speed/measure-speed.ts";
import { casesBySize, runMain } from "./run-main.ts";
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

test("--json prints the five figures and nothing else, of the held-out set by default, as they were saved", async () => {
  const { code, stdout, stderr } = await run("--json");
  expect([code, stderr]).toEqual([0, ""]);
  const figures = JSON.parse(stdout) as Readonly<Record<string, number>>;
  expect(Object.keys(figures)).toEqual(["precision", "recall", "f1", "ece", "p50Ms"]);
  // Only time is random: after a change of what wakes, save the results again for the pages and
  // the chart that quote them.
  const saved = JSON.parse(await readFile(SAVED, "utf8")) as QualityReport;
  const { precision, recall, f1, ece } = saved;
  expect(figures).toMatchObject({ precision, recall, f1, ece });
  expect(figures["p50Ms"]).toBeGreaterThan(0);
});

test(
  "a set of one's own is read, with counterexamples and thresholds, and reported in words",
  { tags: "long" },
  async () => {
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
  },
);

test("results of a set from elsewhere are saved without its texts", { tags: "long" }, async () => {
  const [set, path] = [await scratchFile("set.json"), await scratchFile("report.json")];
  await copyFile(SMALL, set);
  await run("--data", set, "--save", path);
  const text = await readFile(path, "utf8");
  expect(JSON.parse(text)).toMatchObject({ set: "set", utterances: 5, missedBy: {} });
  const { utterances, skills } = JSON.parse(await readFile(SMALL, "utf8")) as SkillSet;
  const said = utterances.map((one) => one.text).filter(({ length }) => length > 2);
  for (const one of said) expect(text).not.toContain(one);
  for (const { description } of skills) expect(text).not.toContain(description);
});

test("a --threshold of 1 wakes nothing", { tags: "long" }, async () => {
  const { stdout } = await run("--data", SMALL, "--threshold", "1", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ precision: 0, recall: 0 });
});

test(
  "any server of /v1/embeddings can be asked instead of the static table",
  { tags: "long" },
  async () => {
    const embedder = localEmbedder();
    let asked = 0;
    const server = createServer((request, response) => {
      void (async () => {
        const { input } = (await new Response(request).json()) as { readonly input: string[] };
        const { vectors } = await embedder.embed(input);
        asked += input.length;
        const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ object: "list", data, model: "m" }));
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const given = ["--embedder", url, "--model", "m", "--threshold", "0.3", "--json"];
    const { code, stdout, stderr } = await run("--data", SMALL, ...given);
    expect([code, stderr]).toEqual([0, ""]);
    expect((JSON.parse(stdout) as QualityReport).recall).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(0);
  },
);

test("speed is measured in processes of their own", { tags: "long" }, async () => {
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

test(
  "searches of a folder of skills are measured, with words alone and both",
  { tags: "long" },
  async () => {
    const folder = dirname(await scratchFile("x"));
    for (const [name, description] of [
      ["letters", "Writes formal letters."],
      ["lamps", "Switches the lamps at home."],
    ] as const) {
      await mkdir(join(folder, name));
      const head = `---\nname: ${name}\ndescription: ${description}\n---\n`;
      await writeFile(join(folder, name, "SKILL.md"), head);
    }
    const data = join(folder, "requests.json");
    const requests = [
      { text: "answer this with a letter", skill: "letters", half: "tuned" },
      { text: "把灯打开", skill: "lamps" },
    ];
    await writeFile(data, JSON.stringify({ requests }));
    const given = ["--search", "--skills", folder, "--data", data];
    const { code, stdout, stderr } = await run(...given, "--json");
    expect([code, stderr]).toEqual([0, ""]);
    const report = JSON.parse(stdout) as SearchReport;
    expect(report).toMatchObject({ requests: 2, skills: 2, first: 2, inFive: 2, misses: [] });
    expect(report.groups["tuned English"]).toMatchObject({
      both: { first: 1 },
      words: { first: 1 },
    });
    expect(report.times.map(({ skills }) => skills)).toEqual([150, 1_000]);
    await rm(join(folder, "lamps"), { recursive: true });
    const other = await run(...given);
    expect([other.code, other.stderr]).toEqual([2, `${folder} has no skill lamps\n`]);
  },
);

test("made skills and texts all differ and are the same each time", () => {
  const skills = madeSkills(1_000, 10);
  const examples = skills.flatMap(({ triggers }) => triggers);
  expect(new Set(examples).size).toBe(10_000);
  expect(madeSkills(1_000, 10)).toEqual(skills);
  const texts = madeTexts(2_000, 1_000);
  expect(new Set(texts).size).toBe(2_000);
  expect(texts.filter((text) => examples.includes(text))).toEqual([]);
});

test.each(
  casesBySize([
    [["--data", "nowhere.json"], "cannot read nowhere.json"],
    [["--threshold", "2"], "--threshold must be a number from 0 to 1, got 2"],
    [["--threshold", ""], "--threshold must be a number from 0 to 1, got "],
    [["--embedder", "http://127.0.0.1:1/v1"], "--embedder URL and --model NAME go together"],
    [["--embedder", "nonsense", "--model", "m"], "baseURL"],
    [["--speed", "--data", "x.json"], "--data does not go with --speed"],
    [["--search"], "--search needs --skills DIR"],
    [["--search", "--skills", ".", "--speed"], "--search goes without --speed and --threshold"],
    [["--quick"], "--quick goes with --speed only"],
    [["--skills", "150"], "--skills goes with --search, or with --speed without --quick"],
    [["--speed", "--skills", "0"], "--skills must be a whole number from 1 to 1000, got 0"],
    [["--fast"], "--fast"],
  ]),
)("%j ends with exit code 2 and says why", async (args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("--help says how it is called", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("npm run measure -- skills");
});
