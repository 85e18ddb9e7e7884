import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { runTogether } from "@kioku/packaging/run-together";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A block of TypeScript in a page. */
interface Fence {
  readonly page: string;
  /** The line of the page that its first line of code is on. */
  readonly line: number;
  /** Info after `ts` in the opening line: `run`, or nothing. */
  readonly info: string;
  readonly code: string;
  /** Expected output, from a block of `text` right after it. */
  readonly output: string | undefined;
  /** Name of the file that it is compiled and run as. */
  readonly file: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], {
  cwd: root,
  exclude: ["docs/{node_modules,dist,api,decisions}/**"],
}).toSorted();

const FENCE =
  /^```ts(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$(?:\n\n^```text$\n(?<output>[\s\S]*?)^```$)?/gmu;
const NOT_COMPILED = "// not compiled";
/** Taken from a file that is compiled itself; example-fences.test.ts compares the two. */
const FROM_EXAMPLE = "// examples/";

/** Names that fences may use without declaring them, as docs/README.md says. */
const AMBIENT = `import type { WrappableModel } from "@kioku/adapter-vercel-ai";
import type { MemoryRoot } from "@kioku/core";
declare global { const memory: MemoryRoot; const model: WrappableModel; }
`;

function fencesOf(page: string): Fence[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(FENCE)].map(({ index, groups }) => {
    const line = text.slice(0, index).split("\n").length + 1;
    const file = `${page.replaceAll("/", "--")}-${line}.ts`;
    const { info = "", code = "", output } = groups ?? {};
    return { page, line, info: info.trim(), code, output, file };
  });
}

const fences = pages
  .flatMap((page) => fencesOf(page))
  .filter(({ code }) => !code.startsWith(NOT_COMPILED) && !code.startsWith(FROM_EXAMPLE));

/** A mistake made on purpose: where it is not reported, nothing was checked. */
const probe: Fence = {
  page: "probe",
  line: 7,
  info: "",
  code: 'export const wrong: number = memory.get("text");\n',
  output: undefined,
  file: "probe.ts",
};

/** Fences for the AI SDK, which compile with version 6, too, unless they say that they need 7. */
const olderFences = fences.filter(
  ({ code }) => code.includes(' from "ai";') && !code.includes("// AI SDK 7"),
);

/** A name that version 7 alone has. */
const olderProbe: Fence = {
  ...probe,
  code: 'export { isStepCount } from "ai";\n',
  file: "older-probe.ts",
};

/** Inside the repository, so that packages resolve, in a folder that git ignores. */
const built = join(root, "docs", "dist");
let folder = "";
let diagnostics: readonly Diagnostic[] = [];
/** The same with AI SDK 6. */
let olderDiagnostics: readonly Diagnostic[] = [];

/** A fence as a module in which every line has the number that it has in the page. */
function writeFence({ file, line, code }: Fence): void {
  writeFileSync(join(folder, file), `${"\n".repeat(line - 1)}${code}\nexport {};\n`);
}

const run = promisify(execFile);

/** A complaint of the compiler about a fence. */
interface Diagnostic {
  readonly file: string;
  readonly text: string;
}

/** Compiles fences in `folder` against the built packages, and returns the diagnostics. */
async function compile(some: readonly Fence[], paths: object): Promise<readonly Diagnostic[]> {
  const config = {
    extends: "../../../tsconfig.base.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, paths },
    files: ["ambient.d.ts", ...some.map(({ file }) => file)],
  };
  const project = join(folder, `tsconfig.${some.length}.json`);
  writeFileSync(project, JSON.stringify(config));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const args = [tsc, "--pretty", "false", "-p", project];
  const said = await run(process.execPath, args, { cwd: root }).catch((error: unknown) => error);
  const lines = String((said as { readonly stdout?: unknown }).stdout).split("\n");
  return lines.flatMap((line) => {
    const { file, text } =
      /(?<file>[^/\\]+\.ts)\((?<text>\d+,\d+\): error .*)/u.exec(line)?.groups ?? {};
    return file === undefined || text === undefined ? [] : [{ file, text }];
  });
}

const modules = join(root, "node_modules");

/** The AI SDK of the version before, by the names that fences and declarations of ours use. */
const OLDER_AI_SDK = {
  ai: [join(modules, "ai-6/dist/index.d.ts")],
  "ai/test": [join(modules, "ai-6/dist/test/index.d.ts")],
  "@ai-sdk/anthropic": [join(modules, "ai-6-anthropic/dist/index.d.ts")],
  // Each of the two brings one of its own, whose types do not fit each other.
  "@ai-sdk/provider-utils": [
    join(modules, "ai-6/node_modules/@ai-sdk/provider-utils/dist/index.d.ts"),
  ],
};

beforeAll(async () => {
  mkdirSync(built, { recursive: true });
  folder = mkdtempSync(join(built, "fences-"));
  writeFileSync(join(folder, "ambient.d.ts"), AMBIENT);
  for (const fence of [probe, olderProbe, ...fences]) writeFence(fence);
  diagnostics = await compile([probe, ...fences], {});
  olderDiagnostics = await compile([olderProbe, ...olderFences], OLDER_AI_SDK);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The compiler's complaints about these fences, as `PAGE(LINE,COLUMN): …`. */
function complaints(about: readonly Fence[], all = diagnostics): string[] {
  return about.flatMap(({ page, file }) =>
    all.filter((one) => one.file === file).map(({ text }) => `${page}(${text}`),
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

test("fences for the AI SDK compile with version 6, too", () => {
  expect(complaints([olderProbe], olderDiagnostics)).toEqual([
    expect.stringMatching(/^probe\(7,10\): error TS2724: .*isStepCount/u),
  ]);
  expect(olderFences.length).toBeGreaterThan(5);
  expect(complaints(olderFences, olderDiagnostics)).toEqual([]);
});

test.each(fences)("the opening line of $page:$line says nothing unknown", ({ info }) => {
  expect(["", "run"]).toContain(info);
});

/** Preloaded: documentation must work without a network. */
const OFFLINE = `import net from "node:net";
net.Socket.prototype.connect = () => { throw new Error("this example uses the network"); };`;

/** PostgreSQL in the process takes its time to start where other tests run beside it. */
const PROGRAM_MS = 240_000;

const programs = fences.filter(({ info }) => info === "run");

function first(page: string): Fence | undefined {
  return fences.find((fence) => fence.page === page);
}

test("the first example of the README and of the quick start are run", () => {
  expect(first("README.md")).toMatchObject({ info: "run" });
  expect(first("docs/quick-start.md")).toMatchObject({ info: "run" });
});

/** Output of a program. `stderr` is empty if it ran to its end. */
interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

const preload = `data:text/javascript,${encodeURIComponent(OFFLINE)}`;

/** Outputs of all in one process, in which most of them do what they do alone. */
let together: readonly (string | undefined)[] = [];

beforeAll(async () => {
  const files = programs.map(({ file }) => join(folder, file));
  together = await runTogether(files, {
    cwd: root,
    args: ["--import", preload],
    timeoutMs: PROGRAM_MS,
  });
}, 4 * PROGRAM_MS);

/** Runs a program in an empty folder. */
async function printedBy({ file }: Fence): Promise<Printed> {
  const cwd = mkdtempSync(join(tmpdir(), "kioku-docs-"));
  try {
    const args = ["--import", preload, join(folder, file)];
    const { stdout } = await run(process.execPath, args, { cwd, timeout: PROGRAM_MS });
    return { stdout, stderr: "" };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as Partial<Printed>;
    // One that was killed has said nothing.
    return { stdout, stderr: stderr === "" ? String(error) : stderr };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

test("a block of text says what a program prints only where it is one", () => {
  // Copies on Chinese pages are compared with the program and its output by translations.test.ts.
  const silent = fences.filter(
    ({ page, info, output }) =>
      info !== "run" && output !== undefined && !page.startsWith("docs/zh/"),
  );
  expect(silent.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test.concurrent.each(programs)(
  "$page:$line runs to its end, offline",
  async (program) => {
    const printed = together[programs.indexOf(program)];
    if (printed !== undefined && printed === (program.output ?? printed)) return;
    const { stdout, stderr } = await printedBy(program);
    expect({ stdout, stderr }).toEqual({ stdout: program.output ?? stdout, stderr: "" });
  },
  300_000,
);
