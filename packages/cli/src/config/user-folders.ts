import { isAbsolute, join } from "node:path";

import type { Host } from "../host.js";

/** Folders of the user's files, by the XDG rules, or those of Windows. */
export interface UserFolders {
  /** Configuration. */
  readonly config: string;
  /** Memories. */
  readonly data: string;
  /** Caches, unfinished backups, and the list of trusted project files. */
  readonly state: string;
}

/** Returns the folders of the user's files; they need not exist. */
export function userFoldersOf({ env, home }: Pick<Host, "env" | "home">): UserFolders {
  const folder = (name: string, ...below: readonly string[]): string => {
    const given = env[name];
    // The XDG rules say to ignore relative paths.
    const base = given !== undefined && isAbsolute(given) ? given : join(home, ...below);
    return join(base, "kioku");
  };
  if (process.platform === "win32") {
    const local = folder("LOCALAPPDATA", "AppData", "Local");
    const config = folder("APPDATA", "AppData", "Roaming");
    return { config, data: local, state: join(local, "state") };
  }
  return {
    config: folder("XDG_CONFIG_HOME", ".config"),
    data: folder("XDG_DATA_HOME", ".local", "share"),
    state: folder("XDG_STATE_HOME", ".local", "state"),
  };
}
