import { afterAll, expect, test } from "vitest";

import { smallHeap } from "../limits/small-heap.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { temporaryDirectory } from "./support.ts";

const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";
const LONG = { name: "long records", records: IS_FULL ? 6 : 2, versions: IS_FULL ? 60 : 26 };
const SMALL = { name: "small records", records: IS_FULL ? 100_000 : 2_000, versions: 1 };

test(
  "every verb deals with records that are larger than the heap",
  async () => {
    const report = await smallHeap({
      contents: [
        { ...LONG, characters: 2_000_000 },
        { ...SMALL, characters: 100 },
      ],
      // 52 versions of 2 MB are 104 MB.
      heapMegabytes: IS_FULL ? 128 : 96,
      residentMegabytes: 300,
      directory: temporaryDirectory(),
      bundled: programs.directory,
    });
    console.log(report); expect(report.defects).toEqual([]);
  },
  IS_FULL ? 3_600_000 : 120_000,
);
