/** `node --import` this to run TypeScript sources of the workspace as they are, as the tests do. */
import { existsSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const packages = {
  "@kioku/core": "../../../core/src/index.ts",
  "@kioku/core/toolkit": "../../../core/src/toolkit/index.ts",
  "@kioku/testing": "../../../testing/src/index.ts",
  "@kioku/testing/support": "../../../testing/src/support/index.ts",
  "@kioku/tools": "../../../tools/src/index.ts",
};

// Hundreds of sources otherwise have their types taken out anew in each process.
enableCompileCache();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (Object.hasOwn(packages, specifier)) {
      return nextResolve(new URL(packages[specifier], import.meta.url).href, context);
    }
    if (/^\.{1,2}\/.*\.js$/u.test(specifier) && context.parentURL !== undefined) {
      const source = new URL(specifier.replace(/\.js$/u, ".ts"), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
