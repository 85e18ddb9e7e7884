import { join } from "node:path";

import { readManifest } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import type { FailedProgram } from "./run-programs.ts";
import type { Tool } from "./tools.ts";

/** Arguments of `kioku`, and what its output has to hold. */
const CALLS: readonly (readonly [args: readonly string[], holds: string])[] = [
  [["--version"], "0."],
  [["remember", "Ana is allergic to peanuts"], "peanuts"],
  [["recall", "peanuts", "--json"], '"content":"Ana is allergic to peanuts"'],
];

/** Runs `kioku` as it is installed in a project, on each Node; these calls failed. */
export async function runCommandLine(
  project: string,
  nodes: readonly Tool[],
): Promise<readonly FailedProgram[]> {
  const folder = join(project, "node_modules", "kioku");
  const bin = readManifest(folder).bin?.["kioku"] ?? "";
  const failed: FailedProgram[] = [];
  for (const { version, program } of nodes) {
    const home = join(project, `home-${version}`);
    for (const [args, holds] of CALLS) {
      const env = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, NODE_OPTIONS: undefined };
      const call = [join(folder, bin), ...args];
      const { ok, output } = await runCommand(program, call, { cwd: project, env });
      if (ok && output.includes(holds)) continue;
      failed.push({ what: `kioku ${args.join(" ")} on Node ${version}`, output });
    }
  }
  return failed;
}
