import type { CallOptions } from "@kioku/core";

import type { StoreSession } from "../../store-session.js";
import { eachText, isInRange, termRanges, type TermRange } from "./build-texts.js";
import { Numbering, PostingCollector } from "./posting-collector.js";
import { beginBuild, deletePostings, dropSegments, publishBuild } from "./segment-rows.js";
import type { Build } from "./segment-rows.js";
import { writeBlocks } from "./write-blocks.js";

/** With their terms about 150 MB; 1 GB if each term is in one text only. */
const POSTINGS_IN_MEMORY = 4_000_000;

/** Options of `buildSegment`. */
interface BuildOptions extends CallOptions {
  /** Hears the finished share, in [0, 1], after each chunk of texts. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /**
   * Approximate number of postings in memory; above it, texts are read several times.
   * @defaultValue 4,000,000
   */
  readonly postingsInMemory?: number | undefined;
}

/**
 * Rebuilds the segment of a scope beside readers and writers. An aborted build changes nothing; of
 * concurrent builds the one that began last counts.
 * @returns True if the new segment is in force; false if the scope has no texts or a later build
 *   began.
 */
export async function buildSegment(
  session: StoreSession,
  scope: string,
  options: BuildOptions = {},
): Promise<boolean> {
  const build = await beginBuild(session, scope, options);
  if (!build) {
    await dropSegments(session, [scope], options);
    return false;
  }
  const { postingsInMemory = POSTINGS_IN_MEMORY } = options;
  const ranges = await termRanges(build, postingsInMemory);
  const numbers = new Numbering();
  for (const [position, range] of ranges.entries()) {
    const report = (done: number): void => options.onProgress?.((position + done) / ranges.length);
    const collector = await collect(build, { range, numbers, report });
    numbers.finish();
    if (!(await writeBlocks(build, collector.lists()))) break;
  }
  const isInForce = await publishBuild(build, numbers);
  if (!isInForce) await deletePostings(build, "own");
  return isInForce;
}

interface Reading {
  readonly range: TermRange;
  readonly numbers: Numbering;
  /** Hears the share of the texts that was read. */
  readonly report: (done: number) => void;
}

async function collect(
  build: Build,
  { range, numbers, report }: Reading,
): Promise<PostingCollector> {
  const collector = new PostingCollector();
  const isWhole = range.from === undefined && range.to === undefined;
  let before: number | undefined;
  for await (const chunk of eachText(build)) {
    for (const { number, terms } of chunk) {
      const ordinal = numbers.ordinalOf(number);
      if (ordinal < 0) continue;
      const ofRange = isWhole ? terms : terms.filter((term) => isInRange(term, range));
      collector.add(ordinal, ofRange, terms.length);
    }
    before ??= (chunk[0]?.number ?? build.covers) - 1;
    report(((chunk.at(-1)?.number ?? build.covers) - before) / (build.covers - before));
  }
  return collector;
}
