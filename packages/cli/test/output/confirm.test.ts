import { PassThrough, Writable } from "node:stream";

import { expect, it } from "vitest";

import { confirm } from "../../src/output/confirm.js";
import { testHost } from "../support/test-host.js";

it("asks nobody without a terminal, and names the flag that answers", async () => {
  using host = testHost();
  await expect(confirm("Erase it?", host)).rejects.toMatchObject({
    code: "usage",
    exitCode: 2,
    hint: "give --yes",
  });
  expect(host.written()).toEqual({ stdout: "", stderr: "" });
});

it("goes on for yes, and changes nothing for no or an interruption", async () => {
  expect(await answered("y")).toBeUndefined();
  expect(await answered("n")).toMatchObject({ code: "declined", exitCode: 1 });
  expect(await answered("\r")).toMatchObject({ code: "declined" });
  expect(await answered("\u0003")).toMatchObject({ code: "interrupted", exitCode: 130 });
});

it("shows nothing that a terminal obeys in the question", async () => {
  let screen = "";
  await answered("n", (text) => (screen += text));
  expect(screen).toContain("Forget \uFFFD]0;title?");
});

/** Answers by a key, on streams that look like a terminal; returns the error, if there is one. */
async function answered(key: string, see: (text: string) => void = () => undefined) {
  using host = testHost();
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const stderr = Object.assign(
    new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        see(chunk.toString());
        done();
      },
    }),
    { isTTY: true, columns: 80 },
  );
  const asking = confirm("Forget \u001B]0;title?", { ...host, stdin, stderr });
  stdin.write(key);
  return await asking.then(
    () => undefined,
    (error: unknown) => error,
  );
}
