import { createHash } from "node:crypto";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { CliError, usageError } from "../command/cli-error.js";
import { codeOf } from "../files.js";
import type { Host } from "../host.js";
import { configTemplate } from "./config-template.js";
import { userFileOf } from "./configuration.js";
import { PROJECT_FILE } from "./find-project-file.js";
import { changeTrust } from "./trust.js";

/** A configuration file to write. */
export interface NewConfig {
  /** Its path. */
  readonly path: string;
  /** Its text. */
  readonly content: string;
  /** True for the file of the user, false for that of a project. */
  readonly isUsers: boolean;
}

/**
 * Returns the file that `init` would write.
 * @throws `CliError` in the home folder, which is no project.
 */
export async function newConfig(host: Host, isUsers: boolean): Promise<NewConfig> {
  if (isUsers) return { path: userFileOf(host), content: configTemplate(), isUsers };
  const folder = await realpath(host.cwd);
  if (folder === (await realpath(host.home).catch(() => host.home))) {
    throw usageError("the home folder is no project", 'run "kioku init --user"');
  }
  const content = configTemplate(basename(folder).replaceAll("/", "") || undefined);
  return { path: join(folder, PROJECT_FILE), content, isUsers };
}

/**
 * Writes it, and trusts it if it is of a project.
 * @throws `CliError` `conflict` if the file exists.
 */
export async function writeConfig(
  host: Host,
  { path, content, isUsers }: NewConfig,
): Promise<void> {
  if (isUsers) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const options = { flag: "wx", mode: isUsers ? 0o600 : 0o644 };
  await writeFile(path, content, options).catch((error: unknown) => {
    throw codeOf(error) === "EEXIST" ? existsAlready(path) : error;
  });
  if (isUsers) return;
  await changeTrust(host, path, createHash("sha256").update(content).digest("hex"));
}

/** Makes the error for a file that is there. */
export function existsAlready(path: string): CliError {
  return new CliError("conflict", `${path} exists already`, {
    hint: 'edit it; "kioku config" shows what counts',
  });
}
