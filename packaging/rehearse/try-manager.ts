import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import { askServer } from "../smoke/serve-mcp.ts";
import { must, userEnvironment } from "./managers.ts";
import type { Manager } from "./managers.ts";
import type { Registry } from "./registry.ts";

/** A package manager that is tried with published packages. */
export interface Trial {
  readonly manager: Manager;
  /** An empty folder, for the project and the home of its user. */
  readonly folder: string;
  readonly registry: Registry;
  readonly version: string;
}

/** Part of a trial: what it is, and what goes wrong. */
type Part = readonly [what: string, run: () => Promise<readonly string[]>];

/** The first program of the README, with what it prints. */
const PROGRAM =
  /```ts run\n(?<code>[^]*?)```\n\n```text\n(?<output>[^]*?)```/u.exec(
    readFileSync(join(ROOT, "README.md"), "utf8"),
  )?.groups ?? {};

const FACT = "Bo keeps bees";

/** Returns the parts of a trial, in order: each is of the folders that those before it fill. */
export function partsOf({ manager, folder, registry, version }: Trial): readonly Part[] {
  const [project, elsewhere] = [join(folder, "project"), join(folder, "elsewhere")];
  for (const path of [project, elsewhere]) mkdirSync(path, { recursive: true });
  const manifest = { name: "my-agent", version: "1.0.0", type: "module", private: true };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "main.ts"), PROGRAM["code"] ?? "");
  const env = { ...userEnvironment(join(folder, "home")), ...registry.env };
  const { name, program, add, execute } = manager;
  const packages = [...(PROGRAM["code"] ?? "").matchAll(/ from "(?<name>@kioku\/[\w-]+)"/gu)].map(
    ({ groups }) => groups?.["name"] ?? "",
  );
  const run = async (args: readonly string[], cwd: string) =>
    must(await runCommand(program, args, { cwd, env }), `${name} ${args.join(" ")}`).stdout;
  const kioku = [...execute, `kioku@${version}`];
  return [
    [
      `${name} ${add[0] ?? ""} ${packages.join(" ")}`,
      async () => {
        await run([...add, ...packages], project);
        return [];
      },
    ],
    [
      `${name}: the program of the README`,
      async () => {
        const node = await runCommand(process.execPath, ["main.ts"], { cwd: project, env });
        return expected(node.output, PROGRAM["output"] ?? "");
      },
    ],
    [
      `${name} ${kioku.join(" ")} serve mcp`,
      () => askServer(program, [...kioku, "serve", "mcp"], { cwd: elsewhere, env }),
    ],
    [
      `${name} ${kioku.join(" ")}`,
      async () => {
        const told = await run([...kioku, "--version"], elsewhere);
        await run([...kioku, "remember", FACT], elsewhere);
        const found = await run([...kioku, "recall", "bees", "--json"], elsewhere);
        const isFound = found.includes(`"content":"${FACT}"`);
        return [...(isFound ? [] : [`recall printed ${found}`]), ...expected(told, `${version}\n`)];
      },
    ],
  ];
}

function expected(printed: string, wanted: string): readonly string[] {
  return printed === wanted ? [] : [`printed ${JSON.stringify(printed)}`];
}
