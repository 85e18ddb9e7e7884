// Removes the folders named as arguments, so that a build never ships files whose source is gone.
import { rmSync } from "node:fs";

for (const folder of process.argv.slice(2)) rmSync(folder, { recursive: true, force: true });
