import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { interfacesOf, optionNames } from "./option-names.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const core = interfacesOf(join(root, "packages", "core"));
const packages = globSync("packages/*/README.md", { cwd: root })
  .map((page) => page.split(/[/\\]/u)[1] ?? "")
  .toSorted();

const HEADINGS = ["Install", "Use", "Options", "Limits", "How it works"];

/**
 * Options that a page does not explain: of core all but those of `createMemory`, which the guide
 * does; what others call a client with.
 */
function explains(name: string, options: string): boolean {
  if (name === "core") return ["MemoryOptions", "RetryOptions"].includes(options);
  return options !== "PgliteQueryOptions";
}

interface Page {
  /** Before the first heading of the second level, without the title. */
  readonly intro: string;
  readonly headings: readonly string[];
  /** Text under a heading of the second level. */
  readonly section: (heading: string) => string;
}

function pageOf(name: string): Page {
  const text = readFileSync(join(root, "packages", name, "README.md"), "utf8");
  const prose = text.replaceAll(/^```[\s\S]*?^```/gmu, (code) =>
    code.replaceAll(/^#/gmu, "\u{2063}#"),
  );
  const [head = "", ...sections] = prose.split(/^## /mu);
  const byHeading = new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end)];
    }),
  );
  return {
    intro: head.replace(/^# .*\n/u, "").trim(),
    headings: [...byHeading.keys()],
    section: (heading) => byHeading.get(heading) ?? "",
  };
}

test("there is a page of every package", () => {
  const manifests = globSync("packages/*/package.json", { cwd: root });
  expect(packages).toHaveLength(manifests.length);
});

test.each(packages)("the page of %s says what it is, under the same five headings", (name) => {
  const { intro, headings } = pageOf(name);
  expect(intro.length).toBeGreaterThan(100);
  expect(headings.filter((heading) => heading !== "License")).toEqual(HEADINGS);
  expect(headings.indexOf("License")).toBeOneOf([-1, HEADINGS.length]);
});

test("every page says in the same words that the packages are not on npm yet", () => {
  const words = packages.map((name) => {
    const [, command = "", after = ""] =
      /```sh\n([^\n]+)\n```\n\n([^\n]+)/u.exec(pageOf(name).section("Install")) ?? [];
    expect(command.split(" ")).toContain(name === "cli" ? "kioku" : `@kioku/${name}`);
    return after;
  });
  expect(new Set(words)).toEqual(new Set([expect.stringMatching(/not on npm yet.*clone/u)]));
});

/** Returns the names that tables and sentences of a section have in code. */
function namesIn(section: string): ReadonlySet<string> {
  return new Set([...section.matchAll(/`(?<name>[^`]+)`/gu)].map((match) => match[1] ?? ""));
}

test.each(packages)("the page of %s names every option under Options", (name) => {
  const named = namesIn(pageOf(name).section("Options"));
  const options = [...optionNames(join(root, "packages", name), core)];
  const explained = options.filter(([one]) => explains(name, one));
  expect(explained.length).toBeGreaterThan(0);
  const missing = explained.flatMap(([one, members]) =>
    members.filter((member) => !named.has(member)).map((member) => `${one}.${member}`),
  );
  expect(missing).toEqual([]);
});
