/**
 * `node --import` this to run the TypeScript sources of this package as they are, also as the
 * program of a thread.
 */
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

// Tests start many threads, each of which imports the peer.
enableCompileCache();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (Object.hasOwn(packages, specifier)) {
      return nextResolve(new URL(packages[specifier], import.meta.url).href, context);
    }
    if (/^(?:\.{1,2}\/|file:).*\/src\/.*\.js$|^\.{1,2}\/.*\.js$/u.test(specifier)) {
      const source = new URL(specifier.replace(/\.js$/u, ".ts"), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
