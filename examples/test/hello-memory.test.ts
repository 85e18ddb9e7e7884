import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { runExample } from "./run-example.ts";

test("hello-memory prints what its README says", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const promised = /```text\n(?<output>[^]*?)```/u.exec(readme)?.groups?.["output"];
  const { code, stdout, stderr } = await runExample("hello-memory/main.ts", []);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: promised, stderr: "" });
});
