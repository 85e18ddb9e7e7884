import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { publishedPackages, readManifest } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import { must, userEnvironment } from "./managers.ts";
import type { Registry } from "./registry.ts";

/** Tests that start programs of pages and examples, which load the packages by name. */
const PROGRAMS = ["docs/test/code-fences.test.ts", "examples/test/readme-output.test.ts"];

/**
 * Installs all packages from the registry into an empty project, with their peers, and puts them
 * into a clone in place of its own.
 */
export async function installPublished(clone: string, registry: Registry): Promise<number> {
  const project = join(clone, "..", "all");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "all", private: true }));
  const env = { ...userEnvironment(project), ...registry.env };
  const names = publishedPackages().map(({ name }) => name);
  const install = ["install", "--no-audit", "--no-fund", ...names];
  must(await runCommand("npm", install, { cwd: project, env }), "npm install of all packages");
  for (const name of names) {
    const [from, to] = [project, clone].map((root) => join(root, "node_modules", name));
    rmSync(to ?? "", { recursive: true });
    cpSync(from ?? "", to ?? "", { recursive: true });
  }
  return names.length;
}

/** Returns the packages of a clone that are not of a version. */
export function otherVersions(clone: string, version: string): readonly string[] {
  return publishedPackages().flatMap(({ name }) => {
    const found = readManifest(join(clone, "node_modules", name)).version;
    return found === version ? [] : [`${name} is ${found}`];
  });
}

/** Compiles the examples of a clone with the declarations of the published packages. */
export async function compileExamples(clone: string): Promise<readonly string[]> {
  const config = join(clone, "examples", "tsconfig.published.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: "./tsconfig.json", compilerOptions: { paths: {}, noEmit: true } }),
  );
  const tsc = join(clone, "node_modules", "typescript", "bin", "tsc");
  const { ok, output } = await runCommand(process.execPath, [tsc, "-p", config], { cwd: clone });
  return ok ? [] : [output.trimEnd()];
}

/** Counts of a run of tests, and what failed. */
export interface ProgramRuns {
  readonly fences: number;
  readonly examples: number;
  readonly problems: readonly string[];
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Compiles and runs the programs of all pages and examples, and compares what they print. */
export async function runDocumented(clone: string): Promise<ProgramRuns> {
  const vitest = join(clone, "node_modules", "vitest", "vitest.mjs");
  const report = join(clone, "..", "programs.json");
  const options = ["--project=programs", "--reporter=json", `--outputFile=${report}`];
  const args = [vitest, "run", ...options, ...PROGRAMS];
  const { output } = await runCommand(process.execPath, args, { cwd: clone });
  if (!existsSync(report)) throw new Error(`vitest made no report:\n${output}`);
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (what: RegExp) =>
    tests.filter(({ fullName, status }) => status === "passed" && what.test(fullName)).length;
  const failed = tests.filter(({ status }) => status !== "passed");
  return {
    fences: count(/runs to its end, offline$/u),
    examples: count(/prints what its README says$/u),
    problems: [
      ...testResults.flatMap(({ message }) => (message === "" ? [] : [message])),
      ...failed.map((one) => `${one.fullName}\n${one.failureMessages.join("\n")}`),
    ],
  };
}
