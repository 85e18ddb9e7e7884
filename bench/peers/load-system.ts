import { packagesOf } from "../load-package.ts";

/** The folder of the packages of other systems. */
export const PACKAGES = new URL("packages/", import.meta.url);

/** Loads a module of another system, which is no part of the workspace. */
export const loadSystem = packagesOf(PACKAGES);
