import { delimiter } from "node:path";

import { runCommand } from "./run-command.ts";
import type { CommandResult } from "./run-command.ts";

/** Runs npm, quietly and without scripts of packages. */
export async function npm(args: readonly string[], cwd: string): Promise<CommandResult> {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"];
  const env = npmEnvironment();
  return runCommand("npm", [...args, ...quiet, "--loglevel=error"], { cwd, env });
}

/**
 * Returns what npm and npx get beside the environment of this process. They must not run on the
 * Node in a node_modules, and what an npm that started us has set is of another project.
 */
export function npmEnvironment(): Record<string, string | undefined> {
  const inherited = Object.keys(process.env).filter((name) => /^npm_/iu.test(name));
  const kept = /^npm_config_(?:cache|registry|userconfig|proxy|https_proxy|noproxy|cafile)$/iu;
  const env: Record<string, string | undefined> = Object.fromEntries(
    inherited.filter((name) => !kept.test(name)).map((name) => [name, undefined]),
  );
  env["PATH"] = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((entry) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/u.test(entry))
    .join(delimiter);
  return env;
}
