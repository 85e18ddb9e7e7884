import assert from "node:assert/strict";

import { BestSlots, recordToColumns } from "@kioku/core/stores";
import { testRecord } from "@kioku/core/testing";

const best = new BestSlots(Float64Array.of(0.2, 0.9, 0, 0.5), 2, () => true);
best.offerAll();
assert.deepEqual(best.slots(), [1, 3]);
assert.match(JSON.stringify(recordToColumns(testRecord(7))), /memory number 7/u);
