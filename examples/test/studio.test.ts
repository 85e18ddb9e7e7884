import { expect, test } from "vitest";

import { runExample } from "./run-example.ts";

test("the studio of the example answers for the scope that it was opened on", async () => {
  const { code, stdout, stderr } = await runExample("studio/main.ts", ["--once"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("scope: [ 'users', 'ana' ]");
  expect(stdout).toContain("canWrite: false");
});
