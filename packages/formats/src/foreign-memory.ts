import type { RememberInput, Scope } from "@kioku/core";

/** A memory that another system wrote, as `importMemories` takes it. */
export interface ForeignMemory {
  /** Where it belongs, from the scope on that it is imported into. */
  readonly scope: Scope;
  /**
   * What to remember; its `idempotencyKey` is made from the other system's id, so that importing it
   * again writes nothing.
   */
  readonly input: RememberInput;
}
