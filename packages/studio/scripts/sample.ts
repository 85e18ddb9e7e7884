/**
 * Opens the studio on its sample and prints the address, until Ctrl-C: `npm run sample -w
 * @kioku/studio`, with `--write` so that it may change memories.
 */
import { once } from "node:events";

import { openStudio } from "../src/open-studio.js";
import { sampleMemory } from "../test/support/sample-studio.js";

const sample = await sampleMemory();
const port = Number(process.argv.find((one) => /^\d+$/u.test(one)) ?? 0);
const { memory, mind, images, clock } = sample;
const studio = await openStudio({
  memory,
  mind,
  images,
  clock,
  write: process.argv.includes("--write"),
  port,
});
process.stdout.write(`${studio.url}\n`);
await once(process, "SIGINT");
await studio.close();
await sample.close();
