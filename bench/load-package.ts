import { createRequire } from "node:module";

/**
 * Makes a function that loads modules of packages in a folder that is no part of the workspace. It
 * fails by name where a package could not be installed.
 */
export function packagesOf(folder: URL): (name: string) => unknown {
  const require = createRequire(new URL("package.json", folder));
  return (name) => {
    try {
      return require(name) as unknown;
    } catch (error) {
      const [first] = String(error).split("\n");
      throw new Error(`package ${name} cannot be loaded: ${first}`, { cause: error });
    }
  };
}
