import type { CallOptions, MemoryRecord } from "@kioku/core";
import { safeProgress } from "@kioku/core/toolkit";

import { IMAGE_STATE } from "../../model/kinds.js";
import { Lease } from "../../run/lease.js";
import type { CaptionOptions, CaptionReport, ImageStats } from "../api/images.js";
import type { FileCollector } from "../blobs/file-collector.js";
import type { ImageHost } from "../model/image-host.js";
import { imagesOf } from "../model/image-lists.js";
import { bySeenAt, OWN_CAUSE } from "../model/image-record.js";
import { addVectors } from "./add-vectors.js";
import { captionBatch, type BatchOutcome } from "./caption-batch.js";
import { readProgress, writeProgress } from "./caption-progress.js";
import { planBatches } from "./plan-batches.js";

/** Failures of the model in a row after which a run ends. */
const MAX_FAILURES = 2;
const FIRST_DELAY_MS = 60_000;
const LAST_DELAY_MS = 6 * 3_600_000;
const LEASE_KEY = "images/lease";

/** Options of a run, and what it takes beside its host. */
interface CaptionRun extends CaptionOptions {
  readonly collector: FileCollector;
  /** True for the background: not before a failure is to be tried again. */
  readonly ifDue?: boolean | undefined;
}

/** Report of a run, and its failure in words. */
export interface RunReport extends CaptionReport {
  readonly failure?: string | undefined;
}

const NOTHING = { captioned: 0, failed: 0, tokens: 0 } as const;

/** Captions what waits in a scope, unless another process does. */
export async function captionImages(host: ImageHost, run: CaptionRun): Promise<RunReport> {
  const { signal } = run;
  const place = { ...host, key: LEASE_KEY, kind: IMAGE_STATE, cause: OWN_CAUSE };
  const lease = await Lease.take(place, crypto.randomUUID(), { signal });
  if (!lease) return { ...NOTHING, waiting: (await readWaiting(host, { signal })).length };
  try {
    return await captionHeld(host, lease, run);
  } finally {
    await lease.release();
  }
}

/** Counts the images of a scope. */
export async function countImages(host: ImageHost, options: CallOptions): Promise<ImageStats> {
  const counts = { captioned: 0, waiting: 0 };
  for await (const page of imagesOf(host.memory, {}, options)) {
    const waiting = page.filter(({ metadata }) => metadata["state"] === "staged").length;
    counts.waiting += waiting;
    counts.captioned += page.length - waiting;
  }
  const { failure } = await readProgress(host, options);
  return { ...counts, ...(failure === undefined ? {} : { failure }) };
}

/** Returns the time before another attempt: a minute, doubled each time, at most 6 hours. */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 20), LAST_DELAY_MS);
}

async function captionHeld(
  host: ImageHost,
  lease: Lease,
  { collector, ifDue = false, partial = true, onProgress, signal }: CaptionRun,
): Promise<RunReport> {
  const progress = await readProgress(host, { signal });
  const leftMs = (progress.retryAt ?? 0) - host.clock().getTime();
  // A time further off is from a clock that was wrong.
  const isDue = !ifDue || leftMs <= 0 || leftMs > LAST_DELAY_MS;
  const waiting = await readWaiting(host, { signal });
  if (!isDue) return { ...NOTHING, waiting: waiting.length, failure: progress.failure };
  const tell = safeProgress(onProgress, host.logger);
  const batches = planBatches(waiting, { batchSize: host.batchSize, partial });
  const total = batches.reduce((sum, batch) => sum + batch.length, 0);
  const sum = { captioned: 0, failed: 0, tokens: 0, looked: 0, gone: 0, inARow: 0 };
  let failure: string | undefined;
  for (const batch of batches) {
    if (sum.inARow >= MAX_FAILURES || !(await lease.renew({ signal }))) break;
    const hasWorked = sum.captioned > 0;
    const outcome = await captionBatch(host, batch, { collector, hasWorked, signal });
    failure = outcome.failure ?? failure;
    addOutcome(sum, outcome);
    sum.looked += batch.length;
    tell?.(sum.looked, total);
  }
  await noteOutcome(host, { sum, failure }, { signal });
  if (await lease.renew({ signal })) await addVectors(host, { signal });
  const { captioned, failed, tokens, gone } = sum;
  return { captioned, failed, tokens, waiting: waiting.length - captioned - gone, failure };
}

type Sum = Record<"captioned" | "failed" | "tokens" | "gone" | "inARow", number>;

function addOutcome(sum: Sum, { captioned, gone, tokens, failure, hasThrown }: BatchOutcome): void {
  sum.captioned += captioned;
  sum.gone += gone;
  sum.tokens += tokens;
  sum.failed += failure === undefined ? 0 : 1;
  sum.inARow = hasThrown ? sum.inARow + 1 : 0;
}

/** Writes the failure of a run, or that the model works again. */
async function noteOutcome(
  host: ImageHost,
  { sum, failure }: { readonly sum: Sum; readonly failure: string | undefined },
  options: CallOptions,
): Promise<void> {
  const { version, failures } = await readProgress(host, options);
  if (failure === undefined) {
    if (sum.captioned > 0) await writeProgress(host, { failures: 0, version }, options);
    return;
  }
  host.logger.error("images could not be captioned", { problem: failure, failures: failures + 1 });
  // One that fails while others do not holds up nothing.
  const counted = sum.captioned > 0 ? 1 : failures + 1;
  const retryAt = host.clock().getTime() + retryDelayMs(counted);
  await writeProgress(host, { failures: counted, failure, retryAt, version }, options);
}

/** Reads the images that wait, in the order of time. */
async function readWaiting(
  host: ImageHost,
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const waiting: MemoryRecord[] = [];
  for await (const page of imagesOf(host.memory, { filter: { state: "staged" } }, options)) {
    waiting.push(...page);
  }
  return waiting.toSorted(bySeenAt);
}
