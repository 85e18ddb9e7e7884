/**
 * Sees images, or captions them: reads an order in each line, prints the number of each image that
 * is durable, and `done`. It may be killed at any moment.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

import type { ImageOrder } from "../images/watch.ts";
import { captionAll, untilDone, watchSegment } from "../images/watch.ts";
import { watchedMemory } from "../images/watched-memory.ts";

/** Before another attempt. */
const PAUSE_MS = 5;
const pause = async (): Promise<void> => sleep(PAUSE_MS);

writeSync(1, "ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  await follow(JSON.parse(line) as ImageOrder);
  writeSync(1, "done\n");
}

async function follow({ segment, ...files }: ImageOrder): Promise<void> {
  const watched = watchedMemory(files);
  if (segment) {
    await watchSegment(watched, segment, {
      pause,
      onSeen: (number) => writeSync(1, `${number}\n`),
    });
  } else {
    await captionAll(watched, { pause }, false);
    await untilDone(() => watched.memory.images.sweep(), pause);
  }
  await watched.memory.close();
}
