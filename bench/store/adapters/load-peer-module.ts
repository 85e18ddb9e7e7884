import { packagesOf } from "../../load-package.ts";

/** Loads a module of the peers' own package, which is no part of the workspace. */
export const loadPeerModule = packagesOf(new URL("../peers/", import.meta.url));
