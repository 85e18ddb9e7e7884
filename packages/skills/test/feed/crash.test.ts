import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { databaseFile, worldOn } from "./feed-world.js";

const SCRIPT = fileURLToPath(new URL("crash-process.ts", import.meta.url));
const HOOKS = new URL("../support/use-sources.mjs", import.meta.url).href;

interface Told {
  readonly committed: string[];
  readonly delivered: string[];
}

/**
 * Runs a process that writes until it has told of so many commits and of a delivery, and kills it
 * there and then.
 */
async function killAfter(commits: number, ...args: readonly string[]): Promise<Told> {
  const told: Told = { committed: [], delivered: [] };
  const child = fork(SCRIPT, args, { execArgv: ["--import", HOOKS] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  child.on("message", (message: { readonly committed?: string; readonly delivered?: string }) => {
    if (message.committed !== undefined) told.committed.push(message.committed);
    if (message.delivered !== undefined) told.delivered.push(message.delivered);
    const isEnough = told.committed.length >= commits && told.delivered.length > 0;
    if (isEnough) child.kill("SIGKILL");
  });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  expect([code, signal]).toEqual([null, "SIGKILL"]);
  return told;
}

const now = (): Date => new Date();

test("what was committed and not delivered when a process was killed is delivered at the next start, with its trail", async () => {
  const path = databaseFile();
  const { committed, delivered } = await killAfter(5, path, "killed", "hang");
  // The first delivery never ended, and what came after it waited.
  expect(delivered).toEqual(["killed 0"]);
  const world = worldOn(path, now);
  const feed = await world.start({ clock: now });
  await feed.settled();
  for (const content of committed) expect(world.contents).toContain(content);
  expect(world.heard.map(({ causePath }) => causePath)).toEqual(
    world.heard.map(() => ["starter", "writer"]),
  );
  expect(new Set(world.heard.map(({ eventId }) => eventId)).size).toBe(world.heard.length);
});

test(
  "through many crashes no change is lost, and those that come again have the same id",
  { tags: "long" },
  async () => {
    const path = databaseFile();
    const committed: string[] = [];
    const delivered: string[] = [];
    for (const [round, commits] of [1, 7, 60, 3].entries()) {
      const told = await killAfter(commits, path, `round ${round}`);
      committed.push(...told.committed);
      delivered.push(...told.delivered);
    }
    const world = worldOn(path, now);
    const feed = await world.start({ clock: now });
    await feed.settled();
    delivered.push(...world.contents);
    expect(committed.length).toBeGreaterThanOrEqual(71);
    expect(committed.filter((content) => !delivered.includes(content))).toEqual([]);
    await feed.close();
    const again = worldOn(path, now);
    await (await again.start({ clock: now })).settled();
    expect(again.contents).toEqual([]);
  },
);
