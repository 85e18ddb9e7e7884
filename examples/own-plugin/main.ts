import { createMemory, inMemoryStore } from "@kioku/core";

import { withoutTracking } from "./without-tracking.ts";

const memory = createMemory({ store: inMemoryStore(), plugins: [withoutTracking()] });
await memory.remember("Read https://example.com/tea?utm_source=mail&page=2");
const { items } = await memory.list();
console.log(items[0]?.content);
console.log(await memory.remember("Seen at https://tracker.example/1"));
console.log(memory.withoutTracking.changed());
await memory.close();
