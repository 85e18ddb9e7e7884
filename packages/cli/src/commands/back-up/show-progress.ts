import type { BackupProgress } from "../../backup/options.js";
import type { Printer, Progress } from "../../output/printer.js";

const MEGABYTE = 1_000_000;

const STEPS: Readonly<Record<BackupProgress["step"], readonly [label: string, unit: number]>> = {
  copy: ["Copying (MB)", MEGABYTE],
  send: ["Sending (MB)", MEGABYTE],
  fetch: ["Fetching (MB)", MEGABYTE],
  import: ["Importing", 1],
  check: ["Checking", 1],
};

/** Runs `work` with a bar for each of its steps. */
export async function withProgress<T>(
  print: Printer,
  work: (onProgress: (progress: BackupProgress) => void) => Promise<T>,
): Promise<T> {
  let current: { readonly step: string; readonly show: Progress } | undefined;
  return work(({ step, done, total }) => {
    const [label, unit] = STEPS[step];
    if (current?.step !== step) current = { step, show: print.progress(label) };
    current.show(Math.floor(done / unit), total && Math.ceil(total / unit));
  });
}
