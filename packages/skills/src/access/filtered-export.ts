import type { ExportLine, ExportOptions } from "@kioku/core";

import type { Guard } from "./guard.js";
import { LineCounts } from "./line-counts.js";

/**
 * The lines of an export without those of scopes that are not granted, with a footer of its own.
 */
export async function* filteredExport(
  guard: Guard,
  options: ExportOptions,
): AsyncGenerator<ExportLine> {
  const { memory, state } = guard;
  const { signal, release } = guard.combine(options.signal);
  const counts = new LineCounts();
  const { onProgress } = options;
  // How many there are of others is not told either.
  const counted = onProgress === undefined ? {} : { onProgress: () => onProgress(counts.records) };
  try {
    for await (const line of memory.export({ ...options, ...counted, signal })) {
      signal.throwIfAborted();
      if (line.type === "footer") {
        yield counts.footer();
        continue;
      }
      if ("scope" in line && !state.mayRead([...memory.scopePath, ...line.scope])) continue;
      counts.add(line);
      yield line;
    }
  } finally {
    release();
  }
}
