import { existsSync, rmSync, statSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { DemoReport } from "../demo/report.ts";
import { runExample } from "./run-example.ts";
import type { Run } from "./run-example.ts";

let folder: string;
let database: string;
let first: Run;
let second: Run;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kioku-demo-"));
  database = join(folder, "tour.db");
  first = await runExample("demo/main.ts", ["--db", "tour.db"], folder);
  second = await runExample("demo/main.ts", ["--db", "tour.db", "--json"], folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the tour", () => {
  test("ends well and leaves one database file", () => {
    expect(first.code).toBe(0);
    expect(statSync(database).size).toBeGreaterThan(0);
    expect(existsSync(`${database}-wal`)).toBe(false);
  });

  test("shows progress on stderr, in plain lines where that is no terminal", () => {
    expect(first.stderr).toMatch(/^docs: remembering [\d,]+$/mu);
    expect(first.stderr).toMatch(/^conversation: 41 of 41 · [\d,]+\/s · \d+\.\d s$/mu);
    expect(first.stderr).not.toContain("\u001B");
  });

  test("prints no escape sequences where stdout is no terminal", () => {
    expect(first.stdout).not.toContain("\u001B");
  });

  test("explains the scores of its hits", () => {
    expect(first.stdout).toMatch(
      /0\.\d\d [▇░]{8} meaning 0\.\d\d · keywords 0\.\d\d · recency ×1\.\d\d · importance ×1\.00/u,
    );
  });

  test("prints the fenced prompt in full with its token count", () => {
    expect(first.stdout).toContain('│ <memories note="');
    expect(first.stdout).toContain("│ </memories>");
    expect(first.stdout).toMatch(/\d+ of 400 tokens · \d+ memories/u);
  });

  test("shows a portrait of the user with the days on which it was said", () => {
    expect(first.stdout).toMatch(/^ {2}health +2026-03-02 {2}I am allergic to peanuts/mu);
  });

  test("fits 100 columns where stdout is no terminal", () => {
    const lines = first.stdout.split("\n").filter((line) => /^[ -~·×…▇░✓✗→│›]*$/u.test(line));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});

describe("the second run", () => {
  test("finds what the first one stored and remembers nothing again", () => {
    const { remembered } = JSON.parse(second.stdout) as DemoReport;
    expect(second.code).toBe(0);
    expect(second.stderr).toBe("");
    for (const report of remembered) {
      expect(report).toMatchObject({ created: 0, changed: 0, forgotten: 0, queued: 0 });
      expect(report.unchanged).toBeGreaterThan(0);
    }
  });

  test("answers all questions but one about the pages, in all four pairs of languages", () => {
    const { questions, summary } = JSON.parse(second.stdout) as DemoReport;
    expect(questions).toHaveLength(11);
    expect(summary.asked).toBe(11);
    expect(summary.found).toBeGreaterThanOrEqual(10);
    const talk = questions.filter(({ scope }) => scope[0] === "conversation");
    expect(talk.filter(({ rank }) => rank === null)).toEqual([]);
    const found = questions.filter((question) => question.rank !== null);
    expect(new Set(found.map((question) => question.languages))).toEqual(
      new Set(["en→en", "en→zh", "zh→en", "zh→zh"]),
    );
  });

  test("asks pages in the language that it says", () => {
    const { questions } = JSON.parse(second.stdout) as DemoReport;
    const pages = questions.filter((question) => question.languages?.endsWith("→en"));
    const answers = pages.map(({ rank, hits }) => hits[(rank ?? 1) - 1]?.key ?? "");
    expect(answers.filter((key) => key.startsWith("zh/"))).toEqual([]);
  });

  test("prints JSON with the documented shape and nothing else", () => {
    const report = JSON.parse(second.stdout) as DemoReport;
    expect(report).toMatchObject({
      remembered: [{ scope: ["docs"] }, { scope: ["conversation"], documents: 1, unchanged: 41 }],
      skipped: [],
      summary: {
        database,
        bytes: statSync(database).size,
        scopes: expect.arrayContaining([["docs"], ["conversation"], ["skills-demo"]]) as unknown,
      },
    });
    for (const hit of report.questions.flatMap((question) => question.hits)) {
      expect(hit).toEqual({
        id: expect.any(String) as string,
        key: expect.any(String) as string,
        score: expect.any(Number) as number,
        signals: expect.objectContaining({
          relevance: expect.any(Number) as number,
          factors: { recency: expect.any(Number) as number, importance: 1 },
        }) as unknown,
        source: expect.any(String) as string,
        place: expect.any(String) as string,
        content: expect.any(String) as string,
        excerpt: expect.any(String) as string,
      });
      expect(hit.score).toBeGreaterThanOrEqual(0);
      expect(hit.score).toBeLessThanOrEqual(1);
    }
    const [prompt] = report.prompts;
    expect(prompt?.text).toMatch(/^<memories note="[^"]+">\n<memory id="m1"[^]+\n<\/memories>$/u);
    expect(prompt?.tokens).toBeLessThanOrEqual(prompt?.budget ?? 0);
  });

  test("has the portrait of the first one, and nothing in it twice", () => {
    const { portrait } = JSON.parse(second.stdout) as DemoReport;
    const texts = portrait?.sentences.map(({ text }) => text) ?? [];
    expect(portrait?.scope).toEqual(["conversation"]);
    expect(texts).toContain("我家的猫叫豆包，今年三岁，最怕打雷。");
    expect(new Set(texts).size).toBe(texts.length);
    const shown = portrait?.sentences.filter(({ day, text }) =>
      first.stdout.includes(`${day}  ${text.slice(0, 30)}`),
    );
    expect(shown).toEqual(portrait?.sentences);
  });

  test("lets a skill find by meaning what another stored under a key it does not know", () => {
    const { skills } = JSON.parse(second.stdout) as DemoReport;
    const destination = skills?.searches.find((search) => search.query === "目的地");
    expect(destination?.rank).toBe(1);
    expect(destination?.hits[0]).toMatchObject({ key: "nav.target.v2" });
  });
});

/** The `--ask` commands that the tour and the page of the examples suggest. */
async function suggestedQuestions(): Promise<readonly string[]> {
  const page = await readFile(new URL("../README.md", import.meta.url), "utf8");
  return [...`${first.stdout}\n${page}`.matchAll(/npm run demo -- --ask "(?<asked>[^"…]+)"/gu)].map(
    ({ groups }) => groups?.["asked"] ?? "",
  );
}

describe("the questions that the tour suggests", () => {
  test("are answered by the conversation, apart from what the pages have of the same words", async () => {
    const questions = await suggestedQuestions();
    expect(questions).toEqual(["我的猫怕什么？", "What is my cat afraid of?"]);
    const asked = questions.flatMap((question) => ["--ask", question]);
    const run = await runExample("demo/main.ts", ["--db", "tour.db", "--json", ...asked], folder);
    const report = JSON.parse(run.stdout) as DemoReport;
    const [chinese, english] = report.questions;
    expect(report.questions.map(({ scope }) => scope)).toEqual([
      ["conversation"],
      ["conversation"],
      ["docs"],
      ["docs"],
    ]);
    expect(chinese?.hits[0]?.content).toContain("打雷");
    expect(english?.hits[0]?.content).toContain("打雷");
    for (const { scope, text } of report.prompts) {
      expect(scope).toEqual(["conversation"]);
      expect(text).toContain("打雷");
    }
  });

  test("have a heading for each place", async () => {
    const args = ["--db", "tour.db", "--ask", "What is my cat afraid of?"];
    const { stdout } = await runExample("demo/main.ts", args, folder);
    const titles = stdout.split("\n").filter((line) => line.startsWith("Asking"));
    expect(titles).toEqual(["Asking the conversation", "Asking the pages of this repository"]);
    expect(stdout.indexOf("打雷")).toBeLessThan(stdout.indexOf("Asking the pages"));
  });
});
