import { join, relative } from "node:path";

import { npm } from "../npm.ts";
import { ROOT } from "../published-packages.ts";
import type { PublishedPackage } from "../published-packages.ts";

/** A package as npm would upload it. */
export interface Tarball {
  readonly name: string;
  /** Its absolute path. */
  readonly file: string;
  /** As it is loaded over the network. */
  readonly packedBytes: number;
  /** As it lies in node_modules. */
  readonly unpackedBytes: number;
  readonly files: readonly PackedFile[];
}

/** A file in a tarball. */
export interface PackedFile {
  /** From the root of the package, with `/`. */
  readonly path: string;
  readonly size: number;
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** Packs packages, which have to be built, into a folder. */
export async function packPackages(
  packages: readonly PublishedPackage[],
  folder: string,
): Promise<readonly Tarball[]> {
  const workspaces = packages.map((one) => `--workspace=${relative(ROOT, one.folder)}`);
  const { ok, stdout, output } = await npm(
    ["pack", "--json", `--pack-destination=${folder}`, ...workspaces],
    ROOT,
  );
  if (!ok) throw new Error(`npm pack failed:\n${output}`);
  const reports = JSON.parse(stdout) as
    | readonly PackReport[]
    | Readonly<Record<string, PackReport>>;
  return Object.values(reports).map((report) => ({
    name: report.name,
    file: join(folder, report.filename),
    packedBytes: report.size,
    unpackedBytes: report.unpackedSize,
    files: report.files,
  }));
}
