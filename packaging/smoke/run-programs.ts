import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";
import { runTogether } from "../run-together.ts";
import { COMPILED } from "./check-types.ts";
import type { Tool } from "./tools.ts";

/** A program that failed, and what it printed. */
export interface FailedProgram {
  readonly what: string;
  readonly output: string;
}

/**
 * Runs every program of a project as ES module on each Node, and as CommonJS on the oldest, whose
 * `require` of ES modules is the youngest; these failed. Those of a kind run in one process, and
 * each in its own where one of them fails.
 */
export async function runPrograms(
  project: string,
  names: readonly string[],
  nodes: readonly Tool[],
): Promise<readonly FailedProgram[]> {
  // Variables set for our own tests are absent elsewhere.
  const options = { cwd: project, env: { NODE_OPTIONS: undefined, NODE_PATH: undefined } };
  const args = ["--no-warnings=ExperimentalWarning"];
  const kinds = nodes.flatMap((node, index) =>
    (index === 0 ? ["mjs", "cjs"] : ["mjs"]).map((ending) => {
      return { node, files: names.map((name) => `${COMPILED}/${name}.${ending}`) };
    }),
  );
  const alone = await mapAtOnce(kinds, 2, async ({ node, files }) => {
    const paths = files.map((file) => join(project, file));
    const printed = await runTogether(paths, { ...options, node: node.program, args });
    return files.filter((_, index) => printed[index] !== "").map((file) => ({ node, file }));
  });
  const results = await mapAtOnce(alone.flat(), 2, async ({ node, file }) => {
    const what = `${file} on Node ${node.version}`;
    const { ok, output } = await runCommand(node.program, [...args, join(project, file)], options);
    if (ok && output === "") return [];
    return [{ what, output: output === "" ? "It ended badly and printed nothing." : output }];
  });
  return results.flat();
}
