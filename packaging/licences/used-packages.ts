import { relative, join } from "node:path";

import { dependencyClosure, isInstalled, readLock } from "../dependency-closure.ts";
import type { Locked } from "../dependency-closure.ts";
import { publishedPackages, ROOT } from "../published-packages.ts";
import { licenceOf } from "./licence-of.ts";

/** A package of others, and what it may be used under. */
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; `undefined` if nobody says. */
  readonly licence: string | undefined;
  /** True if it runs a program on installing. */
  readonly hasInstallScript: boolean;
  /** Which packages of ours need it, without `@kioku/`; none: only for development. */
  readonly neededBy: readonly string[];
  /** True if it comes only with a peer. */
  readonly isPeer: boolean;
}

/** All packages of others in package-lock.json, by name and version. */
export function usedPackages(): readonly UsedPackage[] {
  const locked = readLock();
  const paths = Object.keys(locked).filter(
    (path) => path.includes("node_modules/") && locked[path]?.link !== true,
  );
  const needs = publishedPackages().map(({ name, folder }) => {
    const path = relative(ROOT, folder).replaceAll("\\", "/");
    return {
      name: name.replace("@kioku/", ""),
      all: dependencyClosure(locked, path, true),
      own: dependencyClosure(locked, path, false),
    };
  });
  const used = paths.map((path) => ({
    ...describe(locked, path),
    neededBy: needs.filter(({ all }) => all.has(path)).map(({ name }) => name),
    isPeer: !needs.some(({ own }) => own.has(path)),
  }));
  return merged(used);
}

/**
 * The lock says what the package.json said when it was made; what it does not say is read where the
 * package is installed.
 */
function describe(locked: Locked, path: string) {
  const entry = locked[path] ?? {};
  const fallback = isInstalled(path) ? licenceOf(join(ROOT, path)) : undefined;
  return {
    name: entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version: entry.version ?? "",
    licence: entry.license ?? fallback,
    hasInstallScript: entry.hasInstallScript === true,
  };
}

/** A package that is installed in several places once. */
function merged(used: readonly UsedPackage[]): readonly UsedPackage[] {
  const byKey = new Map<string, UsedPackage>();
  for (const one of used) {
    const key = `${one.name}@${one.version}`;
    const other = byKey.get(key);
    const neededBy = [...new Set([...(other?.neededBy ?? []), ...one.neededBy])].toSorted();
    byKey.set(key, { ...one, neededBy, isPeer: one.isPeer && (other?.isPeer ?? true) });
  }
  return [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key) ?? []);
}
