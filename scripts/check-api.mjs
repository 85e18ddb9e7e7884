/**
 * `node scripts/check-api.mjs [--write]`: checks the API of the packages. Every exported name has a
 * comment whose links lead somewhere (typedoc), and the signatures of each entry point are those of
 * its committed report, `packages/PACKAGE/api/ENTRY.api.md`. With `--write` it writes the reports.
 * Runs on the bundled Node, on packages that are built.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";

import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";

import { publishedPackages } from "../packaging/published-packages.ts";
import { root } from "./setup.mjs";
import { report } from "./source-files.mjs";
import { runTask } from "./tools.mjs";

const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.base.json"), "utf8"));

/** As the packages are compiled, but packages by name are their declarations. */
const compiler = {
  skipLibCheck: true,
  overrideTsconfig: {
    compilerOptions: {
      ...compilerOptions,
      paths: {},
      typeRoots: [join(root, "node_modules", "@types")],
    },
  },
};

const silent = { default: { logLevel: "none" } };

/** Returns the configuration for one entry point, whose report goes to `folder`. */
function configOf({ types, fileName }, projectFolder, folder) {
  return ExtractorConfig.prepare({
    configObjectFullPath: join(projectFolder, "api-extractor.json"),
    packageJsonFullPath: join(projectFolder, "package.json"),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: types,
      compiler,
      apiReport: {
        enabled: true,
        reportFileName: fileName,
        reportFolder: folder,
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
      messages: {
        compilerMessageReporting: { default: { logLevel: "error" } },
        // Comments and names that are not exported are typedoc's to check.
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
  });
}

/** Names the entry point in a report, and removes the comments that say the same of everything. */
function signatures(text, specifier) {
  return text
    .replace(/^## .*$/mu, `## API of \`${specifier}\``)
    .replaceAll(/^ *\/\/ (?:@public|\(undocumented\)|@public \(undocumented\))\n/gmu, "")
    .replace(/\n\/\/ \(No @packageDocumentation comment for this package\)\n/u, "");
}

function printError(message) {
  if (message.logLevel === "error") process.stdout.write(`${message.text}\n`);
  message.handled = true;
}

/** Makes the report of every entry point, by the path it is committed under. */
function makeReports(folder) {
  const entries = publishedPackages().flatMap(({ folder: projectFolder, entryPoints }) =>
    entryPoints.map((entry) => ({
      specifier: entry.specifier,
      path: join(projectFolder, "api", `${entry.shortName}.api.md`),
      types: entry.types,
      made: join(folder, `${entry.fileName}.api.md`),
      config: configOf(entry, projectFolder, folder),
    })),
  );
  const compilerState = CompilerState.create(entries[0].config, {
    additionalEntryPoints: entries.map(({ types }) => types),
  });
  return new Map(
    entries.map(({ specifier, path, made, config }) => {
      const options = { localBuild: true, compilerState, messageCallback: printError };
      const { errorCount } = Extractor.invoke(config, options);
      if (errorCount > 0) throw new Error(`${config.mainEntryPointFilePath} has errors`);
      return [path, signatures(readFileSync(made, "utf8"), specifier)];
    }),
  );
}

function committedReports() {
  return globSync("packages/*/api/*.api.md", { cwd: root }).map((path) => join(root, path));
}

/** Returns how a report differs from the committed one, as lines of a diff. */
function differenceOf(path, text, folder) {
  const made = join(folder, "made.md");
  writeFileSync(made, text);
  const args = ["diff", "--no-index", "--no-color", "--unified=1", "--", path, made];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  if (status === 0) return [];
  // The first lines name the two files.
  const lines = stdout.trimEnd().split("\n");
  return lines.slice(lines.findIndex((line) => line.startsWith("@@")));
}

function nameOf(path) {
  return relative(root, path).split(sep).join("/");
}

function problemsOf(reports, folder) {
  const committed = committedReports();
  const missing = [...reports.keys()].filter((path) => !committed.includes(path));
  const surplus = committed.filter((path) => !reports.has(path));
  return [
    ...missing.map((path) => `${nameOf(path)}: missing`),
    ...surplus.map((path) => `${nameOf(path)}: the entry point is gone`),
    ...[...reports]
      .filter(([path]) => committed.includes(path))
      .map(([path, text]) => [path, differenceOf(path, text, folder)])
      .flatMap(([path, lines]) => (lines.length === 0 ? [] : [`${nameOf(path)}:`, ...lines])),
  ];
}

function writeReports(reports) {
  for (const path of committedReports()) rmSync(path);
  for (const [path, text] of reports) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const isWriting = process.argv.includes("--write");
const reference = isWriting ? { ok: true } : await runTask("api");
if (!reference.ok) process.stdout.write(reference.output);
const scratch = mkdtempSync(join(tmpdir(), "kioku-api-"));
try {
  const reports = makeReports(scratch);
  if (isWriting) writeReports(reports);
  else report(problemsOf(reports, scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (!reference.ok) process.exitCode = 1;
