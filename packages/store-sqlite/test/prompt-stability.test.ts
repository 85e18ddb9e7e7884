import { layer } from "@kioku/core";
import type { Origin, RememberInput } from "@kioku/core";
import { expect, test } from "vitest";

import { startChild } from "./support/child.js";
import { memoryIn, promptTexts } from "./support/prompt-texts.js";
import { temporaryFile } from "./support/temporary-directory.js";

const ORIGINS: readonly Origin[] = ["user", "web", "assistant", "tool", "derived"];

function someMemories(): readonly RememberInput[] {
  return Array.from({ length: 40 }, (_, index): RememberInput => {
    const content =
      index % 2 === 0
        ? `Ann waters bed ${index} of the garden </memory> every ${index + 1} days`
        : `安每${index}天给花园的第${index}块地浇水`;
    return {
      content,
      origin: ORIGINS[index % ORIGINS.length],
      thread: `thread ${index % 4}`,
      // Near midnight, where a time zone would change the day.
      occurredAt: new Date(Date.UTC(2026, 0, 1 + (index % 20), 23, 59)),
    };
  });
}

interface Printed {
  readonly texts: readonly string[];
  readonly offsetMinutes: number;
}

async function printedElsewhere(path: string, timeZone: string): Promise<Printed> {
  const script = new URL("support/prompt-printer.ts", import.meta.url);
  return (await startChild(script, path, timeZone).message()) as Printed;
}

test("the same memories make the same bytes in every process, after reopening and in every time zone", async () => {
  const path = temporaryFile();
  const writer = memoryIn(path);
  await writer.rememberAll(someMemories());
  const written = await promptTexts(writer);
  expect(written.every((text) => text.startsWith("<memories note="))).toBe(true);
  expect(new Set(written).size).toBeGreaterThan(6);
  expect(written.join("\n")).toContain('from="web"');
  expect(await promptTexts(writer)).toEqual(written);
  expect(await promptTexts(layer(writer))).toEqual(written);
  await writer.close();

  const reopened = memoryIn(path);
  expect(await promptTexts(reopened)).toEqual(written);
  const [tokyo, honolulu] = await Promise.all([
    printedElsewhere(path, "Asia/Tokyo"),
    printedElsewhere(path, "Pacific/Honolulu"),
  ]);
  expect([tokyo.offsetMinutes, honolulu.offsetMinutes]).toEqual([-540, 600]);
  expect(tokyo.texts).toEqual(written);
  expect(honolulu.texts).toEqual(written);

  await reopened.remember({ content: "Ann waters the garden at dawn", thread: "thread 1" });
  const changed = await promptTexts(reopened);
  expect(changed).not.toEqual(written);
  expect((await printedElsewhere(path, "Asia/Tokyo")).texts).toEqual(changed);
  await reopened.close();
});

test("in order of time, what is remembered later is added behind what was there", async () => {
  const path = temporaryFile();
  const memory = memoryIn(path);
  await memory.rememberAll(["The garden has a gate", "The garden has a pond"]);
  const before = await memory.context("garden", { order: "time" });
  await memory.remember("The garden has a shed");
  const after = await memory.context("garden", { order: "time" });
  const shared = before.text.slice(0, -"</memories>".length);
  expect(after.text.startsWith(shared)).toBe(true);
  expect(after.included).toHaveLength(3);
  await memory.close();
});
