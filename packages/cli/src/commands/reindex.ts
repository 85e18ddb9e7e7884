import type { Call } from "../command/call.js";
import { CliError } from "../command/cli-error.js";
import { counted } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import type { REINDEX_FLAGS } from "../table/care-commands.js";
import { requireDatabase } from "../wire/require-database.js";

/** Runs `reindex`. */
export async function run(call: Call<typeof REINDEX_FLAGS>): Promise<void> {
  const { host, print, signal, flags } = call;
  const settings = await call.settings();
  if (settings.embedding.model === "none") {
    throw new CliError(
      "invalid-input",
      'there is nothing to embed with: embedding_model is "none"',
      { hint: 'set embedding_model to "local" or "remote"' },
    );
  }
  requireDatabase(settings, host);
  const { createOpenedMemory } = await import("../wire/create-opened-memory.js");
  // Other commands refuse a new model, so that none begins by mistake.
  const opened = await createOpenedMemory(settings, host, { newSpace: "start" });
  const { root } = opened;
  try {
    const embedded = await root.reindex({ signal, onProgress: print.progress("Embedding") });
    const spaces = await root.spaces({ signal });
    const unused = spaces.filter(({ state, hasEmbedder }) => state === "retired" && !hasEmbedder);
    const dropped: string[] = [];
    for (const { id } of flags["drop-old"] ? unused : []) {
      await root.dropSpace(id, { signal });
      dropped.push(id);
    }
    const kept = unused.map(({ id }) => id).filter((id) => !dropped.includes(id));
    await print.result({ embedded, dropped, kept }, () => [
      `${counted(embedded, "memory", "memories")} embedded`,
      ...dropped.map((id) => shown(`Vectors of ${id} removed`)),
    ]);
    if (kept.length > 0) {
      await print.note(shown(`Vectors of ${kept.join(", ")} are kept; --drop-old removes them.`));
    }
  } finally {
    await opened.close();
  }
}
