import type { MemoryRecord } from "@kioku/core";

import type { ErasureAnswer } from "../../../wire/record.js";
import type { Sent } from "../../../wire/sent.js";
import type { Loaded } from "../../parts/use-load.js";

/** Properties of every dialog about a memory. */
export interface DialogProps {
  readonly record: Sent<MemoryRecord>;
  /** Its scope below that of the studio. */
  readonly scope: readonly string[];
  /** Memories that were made of it, and all that an erasure would remove. */
  readonly erasure: Loaded<ErasureAnswer>;
  readonly onClose: () => void;
  /** Called when it was done, with whether the memory is still there. */
  readonly onDone: (isThere: boolean) => void;
}
