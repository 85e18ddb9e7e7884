import type { HookContext, Memory, MemoryPlugin } from "@kioku/core";
import { invalidInput, type Extending } from "@kioku/core/toolkit";

import type { Images } from "../api/images.js";
import type { ImageMemoryOptions } from "../api/options.js";
import { FileCollector } from "../blobs/file-collector.js";
import { removesNotes } from "../blobs/file-records.js";
import { BackgroundCaptions } from "../captions/background-captions.js";
import type { ImageHost } from "../model/image-host.js";
import { OWN_CAUSE } from "../model/image-record.js";
import { InTurn } from "../staging/in-turn.js";
import { LastImages } from "../staging/last-images.js";
import { resolveImageOptions } from "./image-options.js";
import { ImageView } from "./image-view.js";

/**
 * Creates a plugin that remembers images: what is new is staged, captioned in batches by a model
 * and found by caption, time and source. Erasing, forgetting and retention remove the files, too.
 *
 * ```ts
 * const images = imageMemory({ blobs: folderBlobs("./images"), model });
 * await using memory = createMemory({ store, plugins: [images] });
 * await memory.images.see({ data: screenshot, source: "screen" });
 * const [seen] = await memory.images.find({ query: "what did I see yesterday about the budget" });
 * ```
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function imageMemory(
  options: ImageMemoryOptions,
): MemoryPlugin<"images", Images> & Extending<Images> {
  const settings = resolveImageOptions(options);
  const collector = new FileCollector();
  const background = new BackgroundCaptions(collector);
  const parts = { lasts: new LastImages(), turns: new InTurn(), collector, background };
  let host: ImageHost | undefined;
  // A removal at the root may take the notes of files along.
  let isWide = false;
  const removeFiles = async (ids: readonly string[], context: HookContext): Promise<void> => {
    if (!host || context.cause === OWN_CAUSE) return;
    const isRoot = context.scope.length === 0;
    const sweeps = isWide || (isRoot && context.operation === "sweep");
    isWide = false;
    if (sweeps) await collector.sweep(host, {});
    else await collector.removeOf(host, { scope: context.scope, ids }, {});
  };
  return {
    id: "images",
    hooks: {
      beforeForget: async (target, { scope, cause }) => {
        if (!host || scope.length > 0 || cause === OWN_CAUSE) return;
        isWide ||= await removesNotes(host.root, target);
      },
      afterForget: removeFiles,
    },
    extend: (memory: Memory) => {
      if (host) throw invalidInput("imageMemory", "given to one memory; make another one");
      host = { ...settings, memory, root: memory };
      return new ImageView(host, parts);
    },
    close: () => background.close(),
  };
}
