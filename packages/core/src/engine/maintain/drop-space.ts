import { MemoryError } from "../../errors/memory-error.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { checkText } from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import { chooseEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";

/** Removes a space that recall does not ask, and returns the number of its vectors. */
export async function dropSpace(engine: Engine, id: string, options: CallOptions): Promise<number> {
  checkCallOptions(options);
  checkText(id, "id", MAX_NAME_LENGTH);
  const { signal } = options;
  return engine.lifecycle.run(signal, async () => {
    const spaces = await engine.store.spaces({ signal });
    const name = JSON.stringify(id);
    if (!spaces.some((space) => space.id === id)) {
      const others = spaces.map((space) => space.id).join(", ");
      throw new MemoryError("not-found", `there is no space ${name}, only: ${others || "none"}`);
    }
    const { asked } = chooseEmbedders(engine.embedders, spaces);
    if (asked.some((embedder) => embedder.id === id)) throw inUse(`recall asks space ${name}`);
    const ready = spaces.filter(({ state }) => state === "ready");
    if (ready.length === 1 && ready[0]?.id === id) {
      throw inUse(`space ${name} is the only one that is ready`);
    }
    return engine.store.dropSpace(id, { signal });
  });
}

function inUse(problem: string): MemoryError {
  return new MemoryError("conflict", `${problem}; let another one take over with reindex() first`);
}
