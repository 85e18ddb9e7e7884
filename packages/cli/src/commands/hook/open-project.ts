import { readFile, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";

import type { Logger, Scope } from "@kioku/core";
import type { Mind } from "@kioku/mind";

import type { Call } from "../../command/call.js";
import { type Configuration, readConfiguration } from "../../config/configuration.js";
import { settingsOf } from "../../config/load-settings.js";
import { shown } from "../../output/shown.js";

/** The memories of a project. */
export interface ProjectMemory {
  /** Scope of the project. */
  readonly scope: Scope;
  /** Memory of the project. */
  readonly project: Mind;
  /** Memory of the user, if it is another one. */
  readonly user: Mind | undefined;
  /** Loads what the first recall would wait for. */
  readonly warm: () => Promise<void>;
  /** Closes both. */
  close(): Promise<void>;
}

interface ProjectOptions {
  /** Folder, absolute. @defaultValue the working directory */
  readonly folder?: string | undefined;
  /** Lets work go on in the background, and hears of what fails there. @defaultValue none */
  readonly background?: Logger | undefined;
  /** False: without a scope in the configuration it is that of the user. @defaultValue `true` */
  readonly byFolder?: boolean;
}

/**
 * Opens the memory of the project in a folder. Its scope is that of the configuration, and if that
 * has none, `projects/NAME` by the name of the repository's folder. Outside of a repository it is
 * that of the user. A repository that is not trusted cannot choose the scope: its agent would be
 * told what another project keeps.
 */
export async function openProject(
  call: Pick<Call, "flags" | "host" | "print">,
  { folder, background, byFolder = true }: ProjectOptions = {},
): Promise<ProjectMemory> {
  const cwd = folder !== undefined && isAbsolute(folder) ? folder : call.host.cwd;
  const host = { ...call.host, cwd };
  const configuration = await readConfiguration(host, call.flags);
  const untrusted = untrustedScope(configuration);
  if (untrusted !== undefined) {
    await call.print.note(shown(`${untrusted} is not trusted, and sets no scope here`));
  }
  const given = settingsOf(configuration);
  const settings = untrusted === undefined ? given : { ...given, scope: [] };
  const { createOpenedMemory } = await import("../../wire/create-opened-memory.js");
  const opened = await createOpenedMemory(settings, host, { background });
  const mind = await opened.mind();
  const close = async (): Promise<void> => opened.close();
  const isFound = byFolder && settings.scope.length === 0;
  const name = isFound ? (await findRepository(cwd))?.name : undefined;
  const warm = async (): Promise<void> => opened.warm();
  const parts = { warm, close };
  if (name === undefined) {
    return { scope: settings.scope, project: mind, user: undefined, ...parts };
  }
  const scope = ["projects", name] as const;
  return { scope, project: mind.scope(...scope), user: mind, ...parts };
}

/** Returns the file that the scope comes from, if it is not trusted. */
function untrustedScope({ files, values }: Configuration): string | undefined {
  const source = values.find(({ setting }) => setting.key === "scope")?.source ?? "";
  const file = files.find(({ path }) => source.startsWith(`${path}:`));
  return file?.state === "untrusted" ? file.path : undefined;
}

/** A repository. */
export interface Repository {
  /** Its folder. */
  readonly root: string;
  /** Name in scopes, that of its folder; of a work tree, that of the main one's. */
  readonly name: string | undefined;
}

/** Finds the repository that a folder is in. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const git = join(root, ".git");
    const found = await stat(git).catch(() => undefined);
    if (found?.isDirectory() === true) return { root, name: scopeElement(basename(root)) };
    if (found?.isFile() === true) {
      const text = await readFile(git, "utf8").catch(() => "");
      const main = /^gitdir: (?<main>.+?)[/\\]\.git[/\\]worktrees[/\\]/u.exec(text)?.groups?.[
        "main"
      ];
      return { root, name: scopeElement(basename(main ?? root)) };
    }
    if (dirname(root) === root) return undefined;
  }
}

/** Makes a name that can be typed in any shell, and tells a model nothing but itself. */
function scopeElement(name: string): string | undefined {
  const plain = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 100);
  return plain === "" || plain === "-" ? undefined : plain;
}
