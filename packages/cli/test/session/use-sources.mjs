/** `node --import` this to run TypeScript sources of the workspace as they are, as the tests do. */
import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const root = new URL("../../../..", import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL("tsconfig.base.json", root), "utf8"));

// Hundreds of sources otherwise have their types taken out anew in each process.
enableCompileCache();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [path] = compilerOptions.paths[specifier] ?? [];
    if (path !== undefined) return nextResolve(new URL(path, root).href, context);
    if (/^\.{1,2}\/.*\.js$/u.test(specifier) && context.parentURL !== undefined) {
      const source = new URL(specifier.replace(/\.js$/u, ".ts"), context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
