import { Readable } from "node:stream";

import { expect, it } from "vitest";

import { readInput } from "../../src/command/read-input.js";
import { testHost } from "../support/test-host.js";

it("reads arguments, or standard input for - and for nothing", async () => {
  expect(await read(["Ana", "eats"])).toBe("Ana eats");
  expect(await read(["-"], "花生\n\n")).toBe("花生");
  expect(await read([], "a\r\nb\r\n")).toBe("a\r\nb");
  await expect(read([])).rejects.toThrow("standard input is empty");
  await expect(read(["-"], " \n")).rejects.toThrow("standard input is empty");
  await expect(read([], Uint8Array.of(0x61, 0xff))).rejects.toThrow("is not UTF-8");
});

it("does not wait for somebody who types", async () => {
  using host = testHost({ isTerminal: true });
  await expect(readInput([], host)).rejects.toThrow("there is no text");
  await expect(readInput(["-"], host)).rejects.toThrow("standard input is a terminal");
});

it("refuses more than a text can be, before all of it came", async () => {
  using host = testHost();
  const part = new Uint8Array(1024 * 1024).fill(97);
  const endless = Object.assign(
    new Readable({
      read() {
        this.push(part);
      },
    }),
    { isTTY: false },
  );
  await expect(readInput([], { ...host, stdin: endless })).rejects.toThrow("is longer than");
  expect(endless.destroyed).toBe(true);
});

it("ends when it is interrupted while it waits", async () => {
  using host = testHost();
  const silent = Object.assign(new Readable({ read: () => undefined }), { isTTY: false });
  const reading = readInput([], { ...host, stdin: silent });
  host.interrupt();
  await expect(reading).rejects.toThrow("interrupted by SIGINT");
});

async function read(args: readonly string[], stdin?: string | Uint8Array): Promise<string> {
  using host = testHost({ stdin });
  return await readInput(args, host);
}
