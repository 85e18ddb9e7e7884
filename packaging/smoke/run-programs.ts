import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";
import { COMPILED } from "./check-types.ts";
import type { Tool } from "./tools.ts";

/** A program that failed, and what it printed. */
export interface FailedProgram {
  readonly what: string;
  readonly output: string;
}

/**
 * Runs every program of a project as ES module on each Node, and as CommonJS on the oldest, whose
 * `require` of ES modules is the youngest; these failed.
 */
export async function runPrograms(
  project: string,
  names: readonly string[],
  nodes: readonly Tool[],
): Promise<readonly FailedProgram[]> {
  const runs = nodes.flatMap((node, index) =>
    names.flatMap((name) =>
      (index === 0 ? ["mjs", "cjs"] : ["mjs"]).map((ending) => {
        return { node, file: `${COMPILED}/${name}.${ending}` };
      }),
    ),
  );
  const results = await mapAtOnce(runs, 2, async ({ node, file }) => {
    const what = `${file} on Node ${node.version}`;
    const args = ["--no-warnings=ExperimentalWarning", join(project, file)];
    // Variables set for our own tests are absent elsewhere.
    const options = { cwd: project, env: { NODE_OPTIONS: undefined, NODE_PATH: undefined } };
    const { ok, output } = await runCommand(node.program, args, options);
    if (ok && output === "") return [];
    return [{ what, output: output === "" ? "It ended badly and printed nothing." : output }];
  });
  return results.flat();
}
