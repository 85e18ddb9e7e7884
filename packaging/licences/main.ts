/**
 * Writes docs/licences.md: which packages of others come with ours, and what they may be used
 * under.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../published-packages.ts";
import { licencesPage } from "./licences-page.ts";
import { usedPackages } from "./used-packages.ts";

const file = join(ROOT, "docs", "licences.md");
writeFileSync(file, licencesPage(usedPackages()));
spawnSync(process.execPath, [join(ROOT, "node_modules", ".bin", "oxfmt"), file], { cwd: ROOT });
