import { publishedPackages } from "../published-packages.ts";
import { exceptionOf } from "./licence-problems.ts";
import type { UsedPackage } from "./used-packages.ts";

const HEAD = `# Licences

**May I use Kioku in my company?** Yes, in closed and commercial products, too.

- Kioku is under the [MIT licence](https://github.com/kioku-memory/kioku/blob/main/LICENSE). Keep its text with your copy.
- All that is installed with our packages is under a permissive licence as well: MIT, Apache 2.0, ISC or one like them. Nothing of it is under the GPL, AGPL, LGPL or MPL.
- What is copied into our packages (parts of kysely, preact and its signals, the model of \`@kioku/embed-local\`) is named in the file NOTICE of the package. Keep that file if you pass the package on.
- One exception comes only if you install it yourself: see [Exceptions](#exceptions).
- No package of ours runs a script when it is installed.

The tables list every package of others, in the versions of our \`package-lock.json\`. The page is made by
\`node scripts/run.mjs packaging/licences/main.ts\`. A test fails when it is out of date, and when a package comes in under another licence.
`;

const OURS = publishedPackages().length;

/** Makes docs/licences.md. */
export function licencesPage(used: readonly UsedPackage[]): string {
  const needed = used.filter(({ neededBy }) => neededBy.length > 0);
  const own = needed.filter(({ isPeer }) => !isPeer);
  const peers = needed.filter(({ isPeer }) => isPeer);
  const scripts = needed.filter(({ hasInstallScript }) => hasInstallScript);
  return [
    HEAD,
    "## What comes along\n",
    "Installed with our packages, with all that they need themselves. Binaries of other platforms than yours are not installed.\n",
    table(own),
    "\n## What you bring\n",
    "Peers: libraries that our adapters work with, and the optional library of transformer models, with all that they need. You have them already, or install them if you want what needs them.\n",
    table(peers),
    "\n## Exceptions\n",
    exceptions(needed),
    "\n## Scripts that run on installing\n",
    "No package of ours has one. The packages below have one, and work without it: all our tests run on what `npm ci --ignore-scripts` installs. For `better-sqlite3` npm calls node-gyp by itself, which `--ignore-scripts` leaves out, too; its binaries are in the package.\n",
    scripts.map(({ name, version }) => `- \`${name}\` ${version}`).join("\n"),
    "",
  ].join("\n");
}

function exceptions(used: readonly UsedPackage[]): string {
  const found = used.flatMap((one) => {
    const exception = exceptionOf(one);
    return exception === undefined ? [] : [{ ...exception, name: one.name }];
  });
  const reasons = [...new Set(found.map(({ why }) => why))];
  return reasons
    .map((why) => {
      const packages = found.filter((one) => one.why === why);
      const licences = [...new Set(packages.map(({ licence }) => licence))].join(", ");
      const names = packages.map(({ name }) => `\`${name}\``).join(", ");
      return `- ${names} (${licences}): ${why}.`;
    })
    .join("\n");
}

function table(used: readonly UsedPackage[]): string {
  const rows = used.map(
    ({ name, version, licence, neededBy }) =>
      `| \`${name}\` | ${version} | ${licence ?? "unknown"} | ${neededBy.length === OURS ? "every package" : neededBy.join(" ")} |`,
  );
  return ["| package | version | licence | needed by |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
