import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

// A home with `kioku` on its path, as after `npm install --global kioku`.
const home = mkdtempSync(join(tmpdir(), "kioku-"));
const bin = join(home, "bin");
const program = fileURLToPath(new URL("dist/bin.js", import.meta.resolve("kioku/package.json")));
mkdirSync(bin);
writeFileSync(join(bin, "kioku"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
chmodSync(join(bin, "kioku"), 0o755);
const env = { HOME: home, PATH: `${bin}${delimiter}${process.env["PATH"]}` };

/** Runs a line of a shell and returns what it printed. */
function shell(line: string): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd: home,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${line} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

// Where backups go, for every command of this user.
mkdirSync(join(home, ".config", "kioku"), { recursive: true });
writeFileSync(join(home, ".config", "kioku", "config.toml"), '[backup]\ntarget = "~/backups"\n');

shell('kioku remember "Ann keeps bees behind the house"');
shell('kioku remember "The PIN of the garage is 2468" --key pin');

const nightly = fileURLToPath(new URL("nightly.sh", import.meta.url));
shell(nightly);
const { backups } = JSON.parse(shell("kioku backup --list --json")) as { backups: unknown[] };
console.log(`backups: ${backups.length}`);

// Erased after the backup: the list of erasures goes to the backups at once.
shell("kioku erase =pin --yes");

// The disk loses everything but the backups.
rmSync(join(home, ".local"), { recursive: true });
shell("kioku restore");
console.log(`bees: ${shell('kioku recall "Which animals does Ann have?"').split("\n")[0]}`);
const pin = JSON.parse(shell("kioku recall garage --all --json")) as { memories: unknown[] };
console.log(`PIN is back: ${JSON.stringify(pin).includes("2468")}`);
const folders = readdirSync(join(home, "backups")).filter((name) => !name.startsWith("."));
console.log(`folders: ${folders.join(", ")}`);
rmSync(home, { recursive: true });
