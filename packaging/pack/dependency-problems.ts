import type { Manifest } from "../published-packages.ts";

/**
 * Lists the dependencies of a published package that are pinned to one version, which would keep
 * security fixes out until our next release, and type packages, which nothing needs at run time.
 */
export function dependencyProblems(manifest: Manifest): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const own = Object.entries({ ...dependencies, ...optionalDependencies });
  const pinned = own.filter(([, range]) => !/^\^\d/u.test(range));
  const types = Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies });
  return [
    ...pinned.map(
      ([name, range]) => `dependency ${name} is "${range}": write a range that begins with ^`,
    ),
    ...types
      .filter((name) => name.startsWith("@types/"))
      .map((name) => `${name} is installed at users': make it a development dependency`),
  ];
}
