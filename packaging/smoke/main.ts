/**
 * Installs the packages as npm packs them into an empty project, and uses each entry point from ES
 * modules and from CommonJS, on the oldest Node that is supported and on ours, compiled by two
 * TypeScripts, or with `--full` by three, in more ways. Needs a build; its only network is npm's
 * registry.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { contentsProblems } from "../pack/contents-problems.ts";
import { packPackages } from "../pack/pack-packages.ts";
import { publishedPackages, readManifest } from "../published-packages.ts";
import { checkAlone } from "./check-alone.ts";
import { checkTypes, copyPrograms } from "./check-types.ts";
import { makeProject } from "./make-project.ts";
import { unclearErrors } from "./missing-peers.ts";
import { runCommandLine } from "./run-command-line.ts";
import { runPrograms } from "./run-programs.ts";
import { serveMcp } from "./serve-mcp.ts";
import { findTools } from "./tools.ts";

const folder = mkdtempSync(join(tmpdir(), "kioku-smoke-"));
const project = join(folder, "project");
const problems: string[] = [];
const isFull = process.argv.includes("--full");

function versionsOf(tools: readonly { readonly version: string }[]): string[] {
  return tools.map(({ version }) => version);
}

/** Does a part of the work and prints what it was, with its time. */
async function part<T>(work: () => Promise<T>, say: (result: T) => string): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${say(result)}`);
  return result;
}

try {
  const packages = publishedPackages();
  const tools = await part(findTools, ({ nodes, typescripts }) => {
    return `Node ${versionsOf(nodes).join(" and ")}, TypeScript ${versionsOf(typescripts).join(", ")}`;
  });
  const tarballs = await part(
    () => packPackages(packages, folder),
    (packed) => `packed ${packed.length} packages`,
  );
  await part(
    () => makeProject(project, tarballs),
    () => "installed them into an empty project",
  );
  for (const { name, files } of tarballs) {
    const installed = join(project, "node_modules", name);
    const contents = { folder: installed, manifest: readManifest(installed), files };
    problems.push(...contentsProblems(contents).map((problem) => `${name}: ${problem}`));
  }
  const names = copyPrograms(project);
  for (const { specifier, fileName } of packages.flatMap((one) => one.entryPoints)) {
    if (names.includes(fileName)) continue;
    problems.push(`${specifier} is not tried: write packaging/smoke/programs/${fileName}.ts`);
  }
  const types = await part(
    () => checkTypes(project, { typescripts: tools.typescripts, isFull }),
    (runs) => `compiled ${names.length} programs as ES modules and CommonJS, ${runs.length} times`,
  );
  for (const { what, ours, others } of types) {
    console.log(`         ${what}: ${ours.length} errors, ${others} in declarations of others`);
    problems.push(...ours.map((error) => `${what}: ${error}`));
  }
  const [newest] = tools.typescripts.slice(-1);
  if (newest === undefined) throw new Error("no TypeScript is installed");
  const alone = await part(
    () => checkAlone(project, packages, newest),
    () => `compiled each package alone with TypeScript ${newest.version}, declarations checked`,
  );
  problems.push(...alone.map((error) => `Alone: ${error}`));
  const failed = await part(
    () => runPrograms(project, names, tools.nodes),
    (failures) =>
      `ran ${names.length * (tools.nodes.length + 1)} programs, ${failures.length} failed`,
  );
  problems.push(...failed.map(({ what, output }) => `${what} failed:\n${output.trimEnd()}`));
  const refused = await part(
    () => runCommandLine(project, tools.nodes),
    (failures) => `ran the command line, ${failures.length} calls failed`,
  );
  problems.push(...refused.map(({ what, output }) => `${what} failed:\n${output.trimEnd()}`));
  const unserved = await part(
    () => serveMcp(project),
    (failures) => `served MCP by npx, ${failures.length} answers were wrong`,
  );
  problems.push(...unserved);
  const unclear = await part(
    () => unclearErrors(project),
    () => "took out each peer, and looked at what the error says",
  );
  problems.push(...unclear);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const problem of problems) console.log(`\n${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
