import { createMemory } from "@kioku/core";

import { FileStore } from "../own-store/file-store.ts";

/** Remembers one thing after the other and says which are acknowledged, until it is killed. */
const [, , path = ""] = process.argv;
const memory = createMemory({ store: new FileStore(path) });
for (let number = 0; ; number += 1) {
  await memory.remember(`fact ${number}`);
  process.stdout.write(`fact ${number}\n`);
}
