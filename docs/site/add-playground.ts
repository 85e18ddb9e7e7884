/**
 * Puts the playgrounds of the studio into the built site, as the page `/playground/`.
 */
import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { PLAYGROUND } from "../.vitepress/pages/site-path.ts";
import { BUILT_SITE } from "./built-site.ts";

const built = fileURLToPath(new URL("../../packages/studio/dist/playground", import.meta.url));
const folder = join(BUILT_SITE, PLAYGROUND);
rmSync(folder, { recursive: true, force: true });
cpSync(built, folder, { recursive: true });
renameSync(join(folder, "playground.html"), join(folder, "index.html"));
