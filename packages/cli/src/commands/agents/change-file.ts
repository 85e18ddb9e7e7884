import { chmod, mkdir, readFile, realpath, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

import { CliError } from "../../command/cli-error.js";
import { codeOf, succeeds, utf8Of, writeWhole } from "../../files.js";
import { type AgentFile, UnreadableFile } from "./agent-file.js";

/** A change of a file that was planned, and is not done. */
export interface FileChange {
  /** Its path. */
  readonly path: string;
  /** Its text now; `undefined` if there is no file. */
  readonly before: string | undefined;
  /** Its text then; `undefined` if there is to be no file. */
  readonly after: string | undefined;
}

/** Plans what to do with a file. @throws `CliError` if nothing in it can be changed safely. */
export async function planChange(
  file: AgentFile,
  { within, isRemoval }: { readonly within?: string; readonly isRemoval: boolean },
): Promise<FileChange> {
  const { path } = file;
  if (within !== undefined) await requireWithin(path, within);
  const before = await readText(path);
  try {
    if (!isRemoval) return { path, before, after: file.add(before) };
    return { path, before, after: before === undefined ? undefined : file.remove(before) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new CliError("failed", `file ${path} is left alone: ${error.message}`, {
      hint: `${isRemoval ? "take out" : "add"} this by hand:\n${file.lines}`,
      cause: error,
    });
  }
}

/**
 * Does what was planned, at once or not at all. Links stay links, and files keep their mode.
 * @throws `CliError` if the file has changed since.
 */
export async function applyChange({ path, before, after }: FileChange): Promise<void> {
  const real = await realpath(path).catch(() => path);
  if ((await readText(real)) !== before) {
    throw new CliError("conflict", `file ${path} was changed meanwhile`, { hint: "run it again" });
  }
  if (after === undefined) {
    await rm(real, { force: true });
    await removeEmpty(dirname(real));
    return;
  }
  await mkdir(dirname(real), { recursive: true });
  const mode = ((await stat(real).catch(() => undefined))?.mode ?? 0o666) & 0o777;
  await writeWhole(real, after, { mode });
  if (before !== undefined) await chmod(real, mode);
}

/** Refuses links of a project that lead out of it: who cloned it did not choose them. */
async function requireWithin(path: string, root: string): Promise<void> {
  const real = await realTarget(path);
  if (real.startsWith(join(await realpath(root), sep))) return;
  throw new CliError("not-allowed", `file ${path} is a link out of the project`);
}

async function realTarget(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  return real ?? join(await realTarget(dirname(path)), basename(path));
}

const FOLDERS: ReadonlySet<string> = new Set(
  ".claude .cursor rules .github hooks .copilot .codex .vscode".split(" "),
);

/** Removes the folders of an agent that have nothing in them. */
async function removeEmpty(folder: string): Promise<void> {
  if (!FOLDERS.has(basename(folder))) return;
  if (await succeeds(rmdir(folder))) await removeEmpty(dirname(folder));
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new CliError("failed", `file ${path} cannot be read`, { cause: error });
  });
  const text = bytes && utf8Of(bytes, { ignoreBOM: true });
  if (bytes && text === undefined) throw new CliError("failed", `file ${path} is not UTF-8`);
  return text;
}
