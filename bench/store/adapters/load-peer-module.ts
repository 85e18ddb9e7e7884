import { createRequire } from "node:module";

const require = createRequire(new URL("../peers/package.json", import.meta.url));

/** A module of the peers' own package, which is no part of the workspace. */
export function loadPeerModule(name: string): unknown {
  return require(name);
}
