import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Of a package.json, what is looked at here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly sideEffects?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
}

/** A package that npm publishes. */
export interface PublishedPackage {
  readonly name: string;
  /** Its absolute folder. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly entryPoints: readonly EntryPoint[];
}

/** A module of a package that programs may import. */
interface EntryPoint {
  /** As it is imported, such as `@kioku/tools`. */
  readonly specifier: string;
  /** As a file name, such as `core-tools`. */
  readonly fileName: string;
  /** Path below the package as a file name: `index`, or `tools` of `@kioku/tools`. */
  readonly shortName: string;
  /** Its JavaScript, as an absolute path. */
  readonly file: string;
  /** Its declarations, as an absolute path. */
  readonly types: string;
  /** Its TypeScript, as an absolute path. */
  readonly source: string;
}

/** Reads a package.json, given its folder. */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** All packages that npm publishes, by name. */
export function publishedPackages(): readonly PublishedPackage[] {
  const packages = join(ROOT, "packages");
  return readdirSync(packages)
    .toSorted()
    .map((name) => join(packages, name))
    .map((folder) => ({ folder, manifest: readManifest(folder) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest }) => {
      const entryPoints = entryPointsOf(folder, manifest);
      return { name: manifest.name, folder, manifest, entryPoints };
    });
}

function entryPointsOf(folder: string, { name, exports = {} }: Manifest): EntryPoint[] {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const specifier = subpath === "." ? name : `${name}${subpath.slice(1)}`;
    const fileName = specifier.replace(/^@[^/]+\//u, "").replaceAll("/", "-");
    const shortName = subpath === "." ? "index" : subpath.slice(2).replaceAll("/", "-");
    const file = join(folder, target["default"] ?? "");
    const types = join(folder, target["types"] ?? "");
    const source = join(
      folder,
      (target["types"] ?? "").replace(/^\.\/dist\/(.*)\.d\.ts$/u, "src/$1.ts"),
    );
    return [{ specifier, fileName, shortName, file, types, source }];
  });
}
