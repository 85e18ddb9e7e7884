import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { ROOT } from "./published-packages.ts";

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** All entries of package-lock.json, by path. */
export type Locked = Readonly<Record<string, LockedPackage>>;

/** Reads the package-lock.json of the repository. */
export function readLock(): Locked {
  const text = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  return (JSON.parse(text) as { readonly packages: Locked }).packages;
}

/**
 * Paths in the lock of all that the package at a path needs, itself left out and packages of ours
 * followed.
 */
export function dependencyClosure(locked: Locked, path: string, withPeers: boolean): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, isOurs: boolean): void => {
    const entry = locked[from] ?? {};
    // Peers of others are theirs to ask for: npm installs them, and they are in the lock beside
    // them.
    const peers = withPeers || !isOurs ? entry.peerDependencies : {};
    const names = { ...entry.dependencies, ...entry.optionalDependencies, ...peers };
    for (const name of Object.keys(names)) {
      const target = resolveLocked(locked, from, name);
      if (target === undefined || found.has(target)) continue;
      const linked = locked[target]?.link === true ? locked[target].resolved : undefined;
      found.add(linked ?? target);
      visit(linked ?? target, linked !== undefined);
    }
  };
  visit(path, true);
  return found;
}

/** Where Node would find a package, from the folder of another one up. */
function resolveLocked(locked: Locked, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = folder === "." || folder === "" ? "" : `${folder}/`;
    const candidate = `${path}node_modules/${name}`;
    if (!path.endsWith("node_modules/") && locked[candidate] !== undefined) return candidate;
    if (path === "") return undefined;
  }
}

/** Returns true if a package is installed; optional ones may be of another platform. */
export function isInstalled(path: string, root: string = ROOT): boolean {
  return existsSync(join(root, path, "package.json"));
}
