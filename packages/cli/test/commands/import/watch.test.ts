import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Schedule } from "@kioku/core";
import { expect, it } from "vitest";

import { watchChanges } from "../../../src/commands/import/watch-changes.js";
import { main } from "../../../src/main.js";
import { testHost, type TestHost } from "../../support/test-host.js";

/** A watching import, whose output is awaited. */
interface Watching {
  /** Resolves when the output from here on has this text. */
  until(text: string): Promise<void>;
  /** Ends it as Ctrl-C does, and returns its exit code. */
  end(): Promise<number>;
}

/** Waits are short; looks without an event are, beside them, as rare as for users. */
const soon: Schedule = (task, delayMs) => {
  const timer = setTimeout(task, delayMs / 20);
  return () => clearTimeout(timer);
};

function watching(host: TestHost, ...args: readonly string[]): Watching {
  let output = "";
  let wake: (() => void) | undefined;
  const write = (text: string, done: () => void): void => {
    output += text;
    wake?.();
    done();
  };
  const code = main(["import", ...args, "--watch", "--json"], {
    ...host,
    stdout: { write },
    stderr: { write },
    schedule: soon,
  });
  return {
    until: async (text) => {
      while (!output.includes(text)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      output = output.slice(output.indexOf(text) + text.length);
    },
    end: async () => {
      host.interrupt();
      return code;
    },
  };
}

it("imports what changes until it is interrupted, which is a success", async () => {
  using host = testHost();
  const notes = join(host.cwd, "notes");
  mkdirSync(notes);
  writeFileSync(join(notes, "a.md"), "One\n\n# Food\nTea");
  const watch = watching(host, "notes", "--prune");
  await watch.until('"stored":2');
  await watch.until("Watching");

  // As editors save: a new file takes the place of the old one.
  writeFileSync(join(notes, ".a.md.swp"), "One\n\n# Food\nCoffee");
  renameSync(join(notes, ".a.md.swp"), join(notes, "a.md"));
  await watch.until('"updated":1');
  // An empty file is about to be written.
  writeFileSync(join(notes, "a.md"), "");
  mkdirSync(join(notes, "new", "deep"), { recursive: true });
  writeFileSync(join(notes, "new", "deep", "b.md"), "New");
  await watch.until('"stored":1');
  writeFileSync(join(notes, "a.md"), "One\n\n# Food\nWater");
  await watch.until('"updated":1');
  rmSync(join(notes, "new"), { recursive: true });
  await watch.until('"forgotten":1');
  // A folder that is gone is no reason to forget, and may come back.
  renameSync(notes, join(host.cwd, "away"));
  renameSync(join(host.cwd, "away"), notes);
  writeFileSync(join(notes, "c.md"), "Back");
  await watch.until('"stored":1');
  expect(await watch.end()).toBe(0);
  const { stdout } = await testHost({ folder: host.folder }).run("export", "--no-history");
  expect(stdout.match(/"content":"[^"]*"/gu)?.toSorted()).toEqual([
    '"content":"Back"',
    '"content":"Food\\n\\nWater"',
    '"content":"One"',
  ]);
});

it("looks again after a while without any event, and ends at once", async () => {
  using host = testHost();
  const controller = new AbortController();
  const gone = { given: "x", path: join(host.cwd, "gone"), name: "x", isFolder: true };
  const { signal } = controller;
  const times = { quietMs: 1, patienceMs: 1, rescanMs: 1 };
  let looks = 0;
  for await (const _ of watchChanges([gone], { signal, schedule: soon, ...times })) {
    looks += 1;
    if (looks === 3) controller.abort();
  }
  expect(looks).toBe(3);
});

it("refuses what cannot be watched", async () => {
  using host = testHost();
  expect((await host.run("import", "-", "--watch")).code).toBe(2);
  expect((await host.run("import", "x", "--watch", "--dry-run")).code).toBe(2);
});
