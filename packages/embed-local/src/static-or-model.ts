import { MemoryError } from "@kioku/core";
import { checkObject } from "@kioku/core/toolkit";

import type { AssetsOptions } from "./static-table/assets-options.js";

/** Options of the static table, which name no model. */
export interface StaticOptions extends AssetsOptions {
  /** Never here: with it, options are those of a transformer model. */
  readonly model?: never;
}

/**
 * Whether options name a transformer model.
 *
 * @throws `invalid-input` naming the factory, for options of both kinds.
 */
export function namesModel<Model extends { readonly model: string }>(
  options: StaticOptions | Model,
  factory: string,
): options is Model {
  checkObject(options, factory);
  const names = Object.keys(options);
  if (!names.includes("model")) {
    if (!names.includes("modelDir")) return false;
    throw new MemoryError("invalid-input", `${factory}: \`modelDir\` needs \`model\`.`);
  }
  if (!names.includes("assetsDir")) return true;
  const message = `${factory}: \`assetsDir\` is of the static table; with \`model\` there is \`modelDir\`.`;
  throw new MemoryError("invalid-input", message);
}
