import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { npmEnvironment } from "../npm.ts";
import { publishedPackages, readManifest, ROOT } from "../published-packages.ts";
import { runCommand } from "../run-command.ts";
import { must } from "./managers.ts";
import type { Registry } from "./registry.ts";

const RANGES = ["dependencies", "optionalDependencies", "peerDependencies"] as const;

/** Clones the last commit of this checkout, and installs what it needs. */
export async function cloneRepository(folder: string): Promise<string> {
  must(await runCommand("git", ["clone", "--quiet", ROOT, folder], { cwd: ROOT }), "git clone");
  await inClone(folder, ["node", "scripts/setup.mjs"]);
  const head = await inClone(folder, ["git", "rev-parse", "--short=8", "HEAD"]);
  return head.trim();
}

/** Runs a command in a clone, without what an npm around us has set; it has to succeed. */
async function inClone(
  cwd: string,
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const settings = { ...npmEnvironment(), npm_config_prefer_offline: "true", ...env };
  const result = await runCommand(program, args, { cwd, env: settings });
  return must(result, `${program} ${args.join(" ")}`).stdout;
}

/** Makes versions and change logs of the changesets of a clone. Returns what is wrong with them. */
export async function raiseVersions(clone: string, version: string): Promise<readonly string[]> {
  await inClone(clone, ["npm", "run", "release:version"]);
  const problems: string[] = [];
  for (const { name, folder } of packagesIn(clone)) {
    const manifest = readManifest(folder);
    if (manifest.version !== version) problems.push(`${name} has the version ${manifest.version}`);
    for (const [other, range] of RANGES.flatMap((kind) => Object.entries(manifest[kind] ?? {}))) {
      const isOurs = other === "kioku" || other.startsWith("@kioku/");
      if (isOurs && range !== `^${version}`) problems.push(`${name} needs ${other} ${range}`);
    }
    if (manifest.publishConfig?.provenance !== true) {
      problems.push(`${name} does not say "provenance": true in publishConfig`);
    }
    const log = join(folder, "CHANGELOG.md");
    const text = existsSync(log) ? readFileSync(log, "utf8") : "";
    if (!text.startsWith(`# ${name}\n\n## ${version}\n`)) {
      problems.push(`${name} has no entry for ${version} in its change log`);
    }
  }
  return problems;
}

/** Published packages of a clone: name and folder. */
function packagesIn(clone: string): readonly { readonly name: string; readonly folder: string }[] {
  return publishedPackages().map(({ name, folder }) => {
    return { name, folder: join(clone, folder.slice(ROOT.length)) };
  });
}

/** Builds the packages of a clone. */
export async function build(clone: string): Promise<void> {
  await inClone(clone, ["npm", "run", "build"]);
}

/**
 * Publishes what a clone has built, by the command of a release. Only a workflow on GitHub can say
 * where a package comes from: here the packages are published without that.
 */
export async function publish(clone: string, registry: Registry): Promise<void> {
  for (const { folder } of packagesIn(clone)) {
    const file = join(folder, "package.json");
    const manifest = readManifest(folder);
    const publishConfig = { ...manifest.publishConfig, provenance: undefined };
    writeFileSync(file, JSON.stringify({ ...manifest, publishConfig }, null, 2));
  }
  await inClone(clone, ["npx", "changeset", "publish"], registry.env);
}
