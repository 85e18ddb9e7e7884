import { expect, test } from "vitest";

import { checkPermissions } from "../../src/access/check-permissions.js";

test("permissions are copied, so that nobody changes them afterwards", () => {
  const path = ["a"];
  const call = ["x"];
  const given = {
    read: [{ path, reach: "below" }],
    write: [],
    call,
    emit: "any",
    quota: { records: 0, perMs: 1 },
  };
  const checked = checkPermissions(given, "permissions");
  path[0] = "b";
  call.push("y");
  given.read.push({ path: [], reach: "below" });
  expect(checked).toEqual({
    read: [{ path: ["a"], reach: "below" }],
    write: [],
    call: ["x"],
    emit: "any",
    quota: { records: 0, perMs: 1 },
  });
  for (const part of [checked, checked.read, checked.read?.[0], checked.read?.[0]?.path]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  expect(checkPermissions({}, "permissions")).toEqual({});
});

test.each([
  [null, "permissions must be an object"],
  [[], "permissions must be an object"],
  [{ reads: [] }, 'permissions has no option "reads"'],
  [{ read: "any" }, "permissions.read must be a list"],
  [{ read: [null] }, "permissions.read[0] must be an object"],
  [{ read: [{ path: "a" }] }, "permissions.read[0].path must be a list of strings"],
  [{ read: [{ path: [""] }] }, "permissions.read[0].path element 0"],
  [{ read: [{ path: [], reach: "all" }] }, "permissions.read[0].reach must be one of here, below"],
  [{ write: [{ path: [], deep: true }] }, 'permissions.write[0] has no option "deep"'],
  [{ write: [{ path: ["skills"], reach: "below" }] }, "permissions.write[0].path must name whose"],
  [
    { read: [{ path: ["u1", "skills"], reach: "below" }] },
    "permissions.read[0].path must name whose",
  ],
  [{ write: Array(1) }, "permissions.write[0] must be an object"],
  [{ write: Array.from({ length: 1_001 }, () => ({ path: [] })) }, "a list of at most 1000"],
  [{ call: "all" }, 'permissions.call must be "any" or a list of names'],
  [{ call: [""] }, "permissions.call[0] must be text"],
  [{ emit: [1] }, "permissions.emit[0] must be a string"],
  [{ quota: 1 }, "permissions.quota must be an object"],
  [{ quota: { records: 1 } }, "permissions.quota.perMs must be"],
  [{ quota: { records: 1.5, perMs: 1 } }, "permissions.quota.records must be a whole number"],
  [{ quota: { records: -1, perMs: 1 } }, "permissions.quota.records must be a whole number"],
  [{ quota: { records: 1, perMs: 0 } }, "permissions.quota.perMs must be"],
])("%j is refused", (value, message) => {
  expect(() => checkPermissions(value, "permissions")).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(message) as string,
    }),
  );
});
