import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

/** A block of TypeScript in a page. */
interface Fence {
  readonly page: string;
  /** The line of the page that its first line of code is on. */
  readonly line: number;
  /** What the opening line says after `ts`: `run`, or nothing. */
  readonly info: string;
  readonly code: string;
  /** Name of the file that it is compiled and run as. */
  readonly file: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = globSync(["*.md", "docs/*.md", "packages/*/README.md"], { cwd: root }).toSorted();

const FENCE = /^```ts(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$/gmu;
const NOT_COMPILED = "// not compiled";

/** What fences may use without declaring it, as docs/README.md says. */
const AMBIENT = `import type { MemoryRoot } from "@kioku/core";
declare global { const memory: MemoryRoot; }
`;

function fencesOf(page: string): Fence[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(FENCE)].map(({ index, groups }) => {
    const line = text.slice(0, index).split("\n").length + 1;
    const file = `${page.replaceAll("/", "--")}-${line}.ts`;
    return { page, line, info: groups?.["info"]?.trim() ?? "", code: groups?.["code"] ?? "", file };
  });
}

const fences = pages
  .flatMap((page) => fencesOf(page))
  .filter(({ code }) => !code.startsWith(NOT_COMPILED));

/** A mistake made on purpose: where it is not reported, nothing was checked. */
const probe: Fence = {
  page: "probe",
  line: 7,
  info: "",
  code: 'export const wrong: number = memory.get("text");\n',
  file: "probe.ts",
};

/** Inside the repository, so that packages resolve, in a folder that git ignores. */
const built = join(root, "docs", "dist");
let folder = "";
let diagnostics: readonly { readonly file: string; readonly text: string }[] = [];

/** A fence as a module in which every line has the number that it has in the page. */
function writeFence({ file, line, code }: Fence): void {
  writeFileSync(join(folder, file), `${"\n".repeat(line - 1)}${code}\nexport {};\n`);
}

const run = promisify(execFile);

/** All that the compiler printed about the files in `folder`. */
async function compile(): Promise<string> {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  try {
    await run(process.execPath, [tsc, "--pretty", "false", "-p", folder], { cwd: root });
    return "";
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout);
  }
}

beforeAll(async () => {
  mkdirSync(built, { recursive: true });
  folder = mkdtempSync(join(built, "fences-"));
  writeFileSync(join(folder, "ambient.d.ts"), AMBIENT);
  for (const fence of [probe, ...fences]) writeFence(fence);
  const config = {
    extends: "../../../tsconfig.base.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["*.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const lines = (await compile()).split("\n");
  diagnostics = lines.flatMap((line) => {
    const { file, text } =
      /(?<file>[^/\\]+\.ts)\((?<text>\d+,\d+\): error .*)/u.exec(line)?.groups ?? {};
    return file === undefined || text === undefined ? [] : [{ file, text }];
  });
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The compiler's complaints about these fences, as `PAGE(LINE,COLUMN): …`. */
function complaints(about: readonly Fence[]): string[] {
  return about.flatMap(({ page, file }) =>
    diagnostics.filter((one) => one.file === file).map(({ text }) => `${page}(${text}`),
  );
}

test("a fence with a mistake is reported with its page and line", () => {
  expect(complaints([probe])).toEqual([
    expect.stringMatching(/^probe\(7,14\): error TS2322: .*Promise/u),
  ]);
});

test.each(pages)("the TypeScript in %s compiles", (page) => {
  expect(complaints(fences.filter((fence) => fence.page === page))).toEqual([]);
});

test.each(fences)("the opening line of $page:$line says nothing unknown", ({ info }) => {
  expect(["", "run"]).toContain(info);
});

/** Preloaded: documentation must work without a network. */
const OFFLINE = `import net from "node:net";
net.Socket.prototype.connect = () => { throw new Error("this example uses the network"); };`;

const programs = fences.filter(({ info }) => info === "run");

function first(page: string): Fence | undefined {
  return fences.find((fence) => fence.page === page);
}

test("the first example of the README and of the quick start are run", () => {
  expect(first("README.md")).toMatchObject({ info: "run" });
  expect(first("docs/quick-start.md")).toMatchObject({ info: "run" });
});

/** Runs a program in an empty folder; what it printed about its failure, or nothing. */
async function failureOf({ file }: Fence): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "kioku-docs-"));
  const preload = `data:text/javascript,${encodeURIComponent(OFFLINE)}`;
  try {
    const args = ["--import", preload, join(folder, file)];
    await run(process.execPath, args, { cwd, timeout: 25_000 });
    return "";
  } catch (error) {
    return String((error as { readonly stderr?: unknown }).stderr ?? error);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

test.concurrent.each(programs)("$page:$line runs to its end, offline", async (program) => {
  expect(await failureOf(program)).toBe("");
});
