import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = ["embedder", "plugin", "reranker", "skill", "store"];

/** The commands of a page that make a folder of one's own: the block that begins with `mkdir`. */
function commandsOf(name: string): readonly string[] {
  const page = readFileSync(join(root, "docs", "extend", `${name}.md`), "utf8");
  const block = /^```sh\n(?<commands>mkdir [\s\S]*?)\n```$/mu.exec(page);
  return block?.groups?.["commands"]?.split("\n") ?? [];
}

/** Does what the commands say, up to what needs npm, beside something that stands for the clone. */
function follow(commands: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "kioku-extend-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(root, join(folder, "kioku"));
  const files = commands.filter((command) => /^(?:mkdir|cp) /u.test(command));
  execFileSync("sh", ["-e", "-c", files.join("\n")], { cwd: folder, stdio: "pipe" });
  return folder;
}

/** Returns the imports of a file, and files that it names by `new URL("x.ts", import.meta.url)`. */
function importsOf(file: string): readonly string[] {
  const code = readFileSync(file, "utf8");
  const imports = code.matchAll(/^(?:import|\} from|import .* from)\b.*?"(?<from>[^"]+)";$/gmu);
  const urls = code.matchAll(/new URL\("(?<from>[^"]+)", import\.meta\.url\)/gu);
  return [
    ...[...imports].map(({ groups }) => groups?.["from"] ?? ""),
    ...[...urls].map(({ groups }) => `./${groups?.["from"] ?? ""}`),
  ];
}

/** `@kioku/core` of `./kioku-core-0.0.0.tgz`, and other packages by their names. */
function installed(commands: readonly string[]): readonly string[] {
  const lines = commands.filter((command) => command.startsWith("npm install "));
  return lines
    .flatMap((line) => line.split(" ").slice(2))
    .map((word) => word.replace(/^\.\/kioku-(?<name>.+)-0\.0\.0\.tgz$/u, "@kioku/$<name>"));
}

test.each(pages)(
  "the commands of extend/%s.md copy all that the example and its test import",
  (name) => {
    const folder = follow(commandsOf(name));
    const files = globSync(`my-${name}/**/*.ts`, { cwd: folder }).map((file) => join(folder, file));
    expect(files.filter((file) => file.endsWith(".test.ts"))).toHaveLength(1);
    const named = files.flatMap((file) =>
      importsOf(file)
        .filter((from) => from.startsWith("."))
        .map((from) => resolve(dirname(file), from)),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  },
);

test.each(pages)(
  "the commands of extend/%s.md install all that is imported, and run both",
  (name) => {
    const commands = commandsOf(name);
    const folder = follow(commands);
    const files = globSync(`my-${name}/**/*.ts`, { cwd: folder }).map((file) => join(folder, file));
    const bare = files.flatMap(importsOf).filter((from) => !/^(?:\.|node:)/u.test(from));
    const packages = bare.map((from) => /^(?:@[^/]+\/)?[^/]+/u.exec(from)?.[0]);
    const there = installed(commands);
    expect(packages).toContain("vitest");
    expect(packages.filter((one) => !there.includes(one ?? ""))).toEqual([]);
    for (const [, path = ""] of commands
      .join(" ")
      .matchAll(/(?<= )\.\.\/kioku\/(?<path>packages\/\S+)/gu)) {
      expect(existsSync(join(root, path, "package.json"))).toBe(true);
    }
    expect(commands.slice(-2)).toEqual(["npx vitest run", `node own-${name}/main.ts`]);
    expect(existsSync(join(folder, `my-${name}`, `own-${name}`, "main.ts"))).toBe(true);
  },
);
