import type { CallOptions } from "@kioku/core";

import type { StoreSession } from "../store-session.js";
import { beginBuild } from "./build/begin-build.js";
import type { Build } from "./build/build.js";
import { eachText } from "./build/each-text.js";
import { Numbering } from "./build/numbering.js";
import { PostingCollector } from "./build/posting-collector.js";
import { discardBuild, publishBuild } from "./build/publish-build.js";
import { isInRange, termRanges } from "./build/term-ranges.js";
import type { TermRange } from "./build/term-ranges.js";
import { writeBlocks } from "./build/write-blocks.js";
import { dropSegments } from "./drop-segments.js";

/** With their terms some 150 MB, and 1 GB if each term is in one text only. */
const POSTINGS_IN_MEMORY = 4_000_000;

/** How a segment is built. */
export interface BuildOptions extends CallOptions {
  /** Is told how far it is, in [0, 1], after each portion of texts. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /**
   * How many postings are in memory at once, about, unless one term has more. If the scope has
   * more, its texts are read several times.
   * @defaultValue 4,000,000
   */
  readonly postingsInMemory?: number | undefined;
}

/**
 * Builds the segment of a scope anew, beside readers and writers; only at its beginning and at its
 * end it waits for the writer of the scope. A build that is broken off leaves in force what was
 * there, and the next one takes away what it has left behind. Of several at once, the one that
 * began last counts.
 * @returns Whether what it built is in force; not if the scope has no texts, or if another build
 *   began later.
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
  for (const [place, range] of ranges.entries()) {
    const report = (number: number): void =>
      options.onProgress?.((place + number / build.covers) / ranges.length);
    const collector = await collect(build, { range, numbers, report });
    numbers.finish();
    if (!(await writeBlocks(build, collector.lists()))) break;
  }
  const isInForce = await publishBuild(build, numbers);
  if (!isInForce) await discardBuild(build);
  return isInForce;
}

interface Reading {
  readonly range: TermRange;
  readonly numbers: Numbering;
  /** Is told how far it is. */
  readonly report: (number: number) => void;
}

/** Reads all texts, for the postings of the terms in the range. */
async function collect(
  build: Build,
  { range, numbers, report }: Reading,
): Promise<PostingCollector> {
  const collector = new PostingCollector();
  const isWhole = range.from === undefined && range.to === undefined;
  for await (const portion of eachText(build)) {
    for (const { number, terms } of portion) {
      const slot = numbers.slotOf(number);
      if (slot < 0) continue;
      const ofRange = isWhole ? terms : terms.filter((term) => isInRange(term, range));
      collector.add(slot, ofRange, terms.length);
    }
    report(portion.at(-1)?.number ?? build.covers);
  }
  return collector;
}
