import { expect, test } from "vitest";

import { outsideArchive } from "../../src/open/outside-archive.js";

test.each([
  [
    "/opt/App/resources/app.asar/node_modules/x/vec0.so",
    "/opt/App/resources/app.asar.unpacked/node_modules/x/vec0.so",
  ],
  [
    String.raw`C:\App\app.asar\node_modules\x\vec0.dll`,
    String.raw`C:\App\app.asar.unpacked\node_modules\x\vec0.dll`,
  ],
  ["/opt/App/app.asar.unpacked/vec0.so", "/opt/App/app.asar.unpacked/vec0.so"],
  ["/home/ann/my-app.asar/vec0.so", "/home/ann/my-app.asar/vec0.so"],
  ["/work/node_modules/x/vec0.so", "/work/node_modules/x/vec0.so"],
])("an extension at %s is loaded from %s", (path, loaded) => {
  expect(outsideArchive(path)).toBe(loaded);
});
