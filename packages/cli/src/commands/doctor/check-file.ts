import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { codeOf, succeeds } from "../../files.js";
import { bytes } from "../../output/numbers.js";
import { readSqliteHeader } from "../../sqlite-header.js";
import { findingsOf, type Finding } from "./finding.js";

/** Result of looking at the file of a database from outside. */
export interface FileFindings {
  readonly findings: readonly Finding[];
  /** Length in bytes. */
  readonly size: number;
  /** True if it can be opened. */
  readonly isUsable: boolean;
}

const { ok, warning, problem } = findingsOf("database");
const UNREADABLE = "check the permissions of the file and of its folder";

/** Checks the file of a database without opening it as one. */
export async function checkFile(path: string): Promise<FileFindings> {
  let stats: Stats;
  try {
    stats = await stat(path);
    if (!stats.isFile()) return unusable(problem(`${path} is no file`, "name a file as database"));
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT") return unusable(problem(`${path} cannot be read (${code})`, UNREADABLE));
    const advice = '"kioku remember" makes it; if it should be there, see "kioku config"';
    return unusable(warning(`there is no database at ${path} yet`, advice));
  }
  const permissions = await checkPermissions(path, stats);
  const { size } = stats;
  try {
    const header = await readSqliteHeader(path);
    const facts =
      header === undefined
        ? ""
        : `, schema ${header.schemaVersion}, last written by SQLite ${header.writtenBy}`;
    return {
      findings: [ok(`${path}, ${bytes(size)}${facts}`), ...permissions],
      size,
      isUsable: true,
    };
  } catch (error) {
    return unusable(problem(`${path} cannot be read (${codeOf(error)})`, UNREADABLE));
  }
}

function unusable(finding: Finding): FileFindings {
  return { findings: [finding], size: 0, isUsable: false };
}

async function checkPermissions(path: string, { mode }: Stats): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    findings.push(warning("other users may read the database", `run: chmod 600 '${path}'`));
  }
  if (!(await isWritable(path)) || !(await isWritable(dirname(path)))) {
    findings.push(problem("the database or its folder is read-only", UNREADABLE));
  }
  return findings;
}

async function isWritable(path: string): Promise<boolean> {
  return succeeds(access(path, constants.W_OK));
}
