/**
 * Studio: a page in the browser that shows a memory, why it recalled what it did, and what
 * forgetting and feeling do to it.
 *
 * @module @kioku/studio
 */

export { openStudio, type Studio, type StudioOptions } from "./open-studio.js";
export type { SizedStore } from "./verbs/service.js";
export type { StoreSizes } from "./wire/statistics.js";
