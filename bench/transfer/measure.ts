import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { RssReport } from "./rss-samples.ts";

/** Times of one step. */
export interface StepReport extends RssReport {
  readonly records: number;
  readonly ms: number;
}

/** One memory exported, imported into an empty store by another process, and exported again. */
export interface TransferReport {
  readonly records: number;
  readonly fileMiB: number;
  /** Checksums of both exports, which must be equal. */
  readonly sha256: readonly [first: string, second: string];
  readonly equal: boolean;
  readonly fill: StepReport;
  readonly export: StepReport;
  readonly import: StepReport;
}

const STEP = fileURLToPath(new URL("step.ts", import.meta.url));

/** Measures with this many records in a temporary folder, each step in a process of its own. */
export async function measureTransfer(
  count: number,
  onStep: (step: string) => void,
): Promise<TransferReport> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-transfer-"));
  const [first, second] = [join(folder, "first.db"), join(folder, "second.db")];
  const [out, again] = [join(folder, "first.jsonl"), join(folder, "second.jsonl")];
  const step = async (...args: readonly string[]): Promise<StepReport> => {
    onStep(`${args[0]} ${count}`);
    const { stdout } = await promisify(execFile)(process.execPath, [STEP, ...args]);
    return JSON.parse(stdout) as StepReport;
  };
  try {
    const filled = await step("fill", first, String(count));
    const exported = await step("export", first, out);
    const imported = await step("import", second, out);
    await step("export", second, again);
    const sha256 = [await sha256Of(out), await sha256Of(again)] as const;
    return {
      records: count,
      fileMiB: Math.round((await stat(out)).size / 2 ** 20),
      sha256,
      equal: sha256[0] === sha256[1],
      fill: filled,
      export: exported,
      import: imported,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
