import type { JsonObject } from "@kioku/core";
import { expect, test } from "vitest";

import { RULES } from "../src/redaction/built-in-rules.js";
import { Redactor } from "../src/redaction/redactor.js";

/** Beginnings of what the rules look for, and what could make them look again and again. */
const units: readonly string[] = [
  "a",
  "1",
  " ",
  "_",
  "\\",
  "'",
  '"\\',
  "４",
  "\u200b",
  "1\u200b",
  "4 1 ",
  "1.",
  "+1 ",
  "a_",
  "a1",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN A A A ",
  "-----END A PRIVATE KEY-----",
  "AKIA",
  "ya29.",
  "AIzaa",
  "?sig=",
  "AccountKey=",
  "abc8Q~",
  "ghp_",
  "github_pat_",
  "glpat-",
  "xoxa-",
  "xoxb.xoxb-",
  "hooks.slack.com/services/",
  "sk_live_",
  "whsec_",
  "sk-ant-",
  "sk-",
  "sk-proj-",
  "npm_",
  "SG.aaaaaaaaaaaaaaaaaaaa.",
  "eyJaaaaaaaa",
  "eyJaaaaaaaa.",
  "eyJaaaaaaaa.eyJ",
  "://",
  "a://b:c",
  "a://b:",
  "bearer ",
  "bearer a",
  "authorization: ",
  "password=",
  "password: ",
  'password: "',
  'password="\\\\',
  "token=a1",
  "abcdefghijklmnop_",
  "secret_",
  "密码是",
  "密码：a ",
  "DE12 ",
  "DE89 3704 0044 0532 0130 0",
  "a@",
  "a.",
  "@a.",
  "(415) ",
  "1381234567",
];

const LENGTH = 12_500;
/** Ratio of the lengths. Where time is quadratic, the long text takes 256 times as long. */
const FACTOR = 16;
/**
 * Below this, a clock says little. What is quadratic takes seconds for the long text, so that
 * little is lost.
 */
const LEAST_MS = 1;

/** Attempts before time counts: the fastest of so many is not slow because the machine was busy. */
const ATTEMPTS = 20;

/** The processor time that this process took, without what others made it wait. */
function workedMs(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

/** Returns whether FACTOR times as much work takes no more than in proportion, at the fastest. */
function isProportional(short: () => unknown, long: () => unknown): boolean {
  let [shortMs, longMs] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    shortMs = Math.min(shortMs, workedMs(short));
    longMs = Math.min(longMs, workedMs(long));
    if (longMs <= Math.max(shortMs, LEAST_MS) * FACTOR * 4) return true;
  }
  return false;
}

test.each(Object.entries(RULES))("%s takes time in proportion to the text", (_, find) => {
  const slow = units.filter((unit) => {
    const short = unit.repeat(Math.ceil(LENGTH / unit.length));
    const long = unit.repeat(Math.ceil((LENGTH * FACTOR) / unit.length));
    return !isProportional(
      () => find(short),
      () => find(long),
    );
  });
  expect(slow).toEqual([]);
});

function findAll(text: string): { start: number; end: number }[] {
  return [{ start: 0, end: text.length }];
}

function withMembers(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`name${n}`, n]));
}

test("members that get the same name are numbered, in time in proportion to their number", () => {
  const redactor = new Redactor([{ name: "x", replacement: "[x]", find: findAll }]);
  expect(Object.keys(redactor.object(withMembers(4)))).toEqual(["[x]", "[x] 2", "[x] 3", "[x] 4"]);
  const [few, many] = [withMembers(1_000), withMembers(1_000 * FACTOR)];
  expect(
    isProportional(
      () => redactor.object(few),
      () => redactor.object(many),
    ),
  ).toBe(true);
});

test("a text as long as may be is read to its end", () => {
  for (const find of Object.values(RULES)) {
    for (const unit of ["a", "1", "a1 "]) {
      const text = unit.repeat(4_194_304 / 4);
      expect(find(text)).toEqual([]);
    }
  }
  const card = "4111111111111111";
  const text = `${"1 ".repeat(1_000_000)}x ${card}`;
  expect(RULES["card-number"](text)).toEqual([
    { start: text.length - card.length, end: text.length },
  ]);
});
