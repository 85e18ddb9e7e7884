/**
 * `node --import THIS FILE SPECIFIER`: imports a module and prints, as JSON, how many files that
 * loaded, and their bytes.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) loaded.add(fileURLToPath(url));
    return next(url, context);
  },
});
await import(process.argv[2]);
const bytes = [...loaded].reduce((sum, file) => sum + readFileSync(file).length, 0);
process.stdout.write(JSON.stringify({ modules: loaded.size, bytes }));
