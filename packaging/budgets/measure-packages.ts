import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { dependencyClosure, isInstalled, readLock } from "../dependency-closure.ts";
import { packPackages } from "../pack/pack-packages.ts";
import { ROOT } from "../published-packages.ts";
import type { PublishedPackage } from "../published-packages.ts";

/** Cost of a package to those who install it. */
export interface PackageCost {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly files: number;
  /** All that comes along but for packages of ours: dependencies of dependencies, too; no peers. */
  readonly dependencies: number;
  readonly dependencyBytes: number;
}

/**
 * Measures packages by name, as npm packs them and as package-lock.json installs what they need.
 */
export async function measurePackages(
  packages: readonly PublishedPackage[],
): Promise<ReadonlyMap<string, PackageCost>> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-budgets-"));
  try {
    const tarballs = await packPackages(packages, folder);
    const locked = readLock();
    const costs = packages.map(({ name, folder: source }) => {
      const tarball = tarballs.find((one) => one.name === name);
      if (tarball === undefined) throw new Error(`npm did not pack ${name}`);
      const path = relative(ROOT, source).replaceAll("\\", "/");
      const others = [...dependencyClosure(locked, path, false)].filter(
        (one) => one.includes("node_modules/") && isInstalled(one),
      );
      const cost: PackageCost = {
        packedBytes: tarball.packedBytes,
        unpackedBytes: tarball.unpackedBytes,
        files: tarball.files.length,
        dependencies: others.length,
        dependencyBytes: others.reduce((sum, one) => sum + bytesBelow(join(ROOT, one)), 0),
      };
      return [name, cost] as const;
    });
    return new Map(costs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of all files of a package, without packages that are inside it. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === "node_modules") return sum;
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : statSync(path).size);
  }, 0);
}
