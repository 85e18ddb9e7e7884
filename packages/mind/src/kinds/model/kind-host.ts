import type { Memory, TextModel } from "@kioku/core";

import type { Vault } from "../api/vault.js";

/** Settings of the six kinds with defaults, for one scope. */
export interface KindHost {
  /** The memory as it was given. */
  readonly whole: Memory;
  /** The memory behind a mind or a talk; of layers the first one, which is read and written. */
  readonly memory: Memory;
  readonly vault: Vault | undefined;
  readonly model: TextModel | undefined;
  /** Characters that a core block takes. */
  readonly blockLimit: number;
  readonly clock: () => Date;
}
