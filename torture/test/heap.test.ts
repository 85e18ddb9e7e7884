/** @module-tag long */
import { afterAll, expect, test } from "vitest";

import { HEAP_CONTENTS, smallHeap } from "../limits/small-heap.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory } from "./support.ts";

const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";
const HEAP_MEGABYTES = bySize(128, 48);
/** 26 versions of 2 MB are 52 MB. */
const CONTENTS = [{ name: "long records", records: 2, versions: 13, characters: 2_000_000 }];

test(
  `every verb deals with records that are larger than the heap of ${HEAP_MEGABYTES} MB`,
  async () => {
    const report = await smallHeap({
      contents: IS_FULL ? HEAP_CONTENTS : CONTENTS,
      heapMegabytes: HEAP_MEGABYTES,
      // When garbage is collected is up to the machine: only the full size says how much memory is
      // taken.
      residentMegabytes: IS_FULL ? 300 : 500,
      directory: temporaryDirectory(),
      bundled: programs.directory,
    });
    expect(report.defects).toEqual([]);
  },
  IS_FULL ? 3_600_000 : 300_000,
);
