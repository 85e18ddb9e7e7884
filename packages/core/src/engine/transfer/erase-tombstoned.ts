import type { Engine } from "../engine.js";
import { erasing } from "../forget/erasing.js";
import { announceForgotten } from "../forget/forget.js";
import { TextForgetting } from "../forget/text-forgetting.js";
import { hookContext } from "../hooks/run-hook.js";
import { findTombstoned } from "./find-tombstoned.js";
import type { ImportCall } from "./import-call.js";

const PAGE = 200;

/**
 * Removes for good what tombstones of the scope, or below it, say was erased, and what was derived
 * from it, and says how many records that were. What is removed gets a tombstone too. A page is all
 * or nothing; running it again goes on.
 */
export async function eraseTombstoned(engine: Engine, call: ImportCall): Promise<number> {
  let erased = 0;
  // What was derived from what this pass removes may be on a page before it.
  for (let found = -1; found !== 0; erased += found) found = await erasePass(engine, call);
  if (erased === 0) return 0;
  warnOf(engine, await engine.store.scrub({ signal: call.signal }));
  return erased;
}

function warnOf({ logger }: Engine, unreached: readonly string[]): void {
  for (const what of unreached) logger.warn(`an import erased something; not reached: ${what}`);
}

async function erasePass(engine: Engine, call: ImportCall): Promise<number> {
  const { scope, signal } = call;
  let erased = 0;
  let cursor: string | undefined;
  do {
    const page = await engine.store.histories(
      { within: [scope], reach: "below", limit: PAGE, cursor },
      { signal },
    );
    const found = [...(await findTombstoned(engine, page.items, call))];
    if (found.length > 0) {
      const at = engine.clock();
      const forgetting = new TextForgetting(engine);
      await forgetting.beforeRemoval(found, { signal });
      await engine.store.write(
        found.flatMap((record) => erasing(record, at)),
        { signal },
      );
      await forgetting.afterRemoval({ signal });
      warnOf(engine, forgetting.unreached);
      engine.surfacedLately.remove(found);
      await announceForgotten(engine, found, hookContext(engine, "import", call));
    }
    erased += found.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  return erased;
}
