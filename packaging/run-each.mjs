/**
 * `node run-each.mjs FILE...`: runs programs one after the other in this process, each in an empty
 * folder of its own and once the one before has nothing left to do. Writes a zero byte before what
 * each one prints and complains of. Runs on the oldest Node that is supported, too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const files = process.argv.slice(2);
const home = process.cwd();
const folders = [];
let isUnderWay = false;

async function runNext() {
  if (isUnderWay) throw new Error(`${process.argv[1]} waits for what never comes`);
  const file = files.shift();
  isUnderWay = true;
  folders.push(mkdtempSync(join(tmpdir(), "kioku-program-")));
  process.chdir(folders.at(-1));
  process.argv = [process.execPath, file];
  for (const stream of [process.stdout, process.stderr]) stream.write("\0");
  await import(pathToFileURL(file).href);
  isUnderWay = false;
}

// A timer lets it come again where a program has waited for nothing.
process.on("beforeExit", () => {
  if (files.length > 0 || isUnderWay) setImmediate(() => void runNext());
});
process.on("exit", () => {
  process.chdir(home);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
void runNext();
