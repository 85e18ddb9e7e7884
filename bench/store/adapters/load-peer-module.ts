import { createRequire } from "node:module";

const require = createRequire(new URL("../peers/package.json", import.meta.url));

/**
 * Loads a module of the peers' own package, which is no part of the workspace. Fails by name where
 * it could not be installed.
 */
export function loadPeerModule(name: string): unknown {
  try {
    return require(name);
  } catch (error) {
    const [first] = String(error).split("\n");
    throw new Error(`package ${name} cannot be loaded: ${first}`, { cause: error });
  }
}
