import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A published package, as its own files describe it. */
export interface WorkspacePackage {
  /** Name of its folder; without the scope its own, except for the command line. */
  readonly name: string;
  /** Name that it is published under. */
  readonly published: string;
  /** Tag for the arrows between packages: `core`, `store`, `adapter` and others. */
  readonly role: string;
  /** Packages of ours that it imports, without the scope. */
  readonly imports: readonly string[];
  /** Packages that its user installs beside it. */
  readonly peers: readonly string[];
}

const root = fileURLToPath(new URL("../..", import.meta.url));

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

function readPackage(folder: string): WorkspacePackage {
  const manifest = readJson(`${folder}/package.json`) as {
    readonly name: string;
    readonly dependencies?: object;
    readonly peerDependencies?: object;
  };
  const { tags } = readJson(`${folder}/turbo.json`) as { readonly tags: readonly [string] };
  return {
    name: basename(folder),
    published: manifest.name,
    role: tags[0],
    imports: Object.keys(manifest.dependencies ?? {})
      .filter((name) => name.startsWith("@kioku/"))
      .map((name) => name.replace("@kioku/", "")),
    peers: Object.keys(manifest.peerDependencies ?? {}),
  };
}

/** The published packages, by name. */
export function workspacePackages(): readonly WorkspacePackage[] {
  return globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .map((path) => readPackage(dirname(path)));
}
