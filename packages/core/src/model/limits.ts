/** Longest content, in UTF-16 units: 4 Mi, far more than anybody should show to a model. */
export const MAX_CONTENT_LENGTH = 4_194_304;
/** Longest key, kind, thread, id, actor, cause and the like. */
export const MAX_NAME_LENGTH = 512;
/** Most records one `recall` or `list` returns. */
export const MAX_LIMIT = 1_000;
/** Default number of memories that `recall` returns. */
export const DEFAULT_RECALL_LIMIT = 10;
/** Memories that `context` recalls at least; untrusted ones have their share of so many. */
export const CONTEXT_LIMIT = 20;
/** Default number of memories that `surface` returns. */
export const DEFAULT_SURFACE_LIMIT = 3;
/** Most inputs of one `rememberAll`. */
export const MAX_BATCH = 100_000;
/** Most inputs of a `rememberAll` with `dedupe: { similarity }`, all compared with each other. */
export const MAX_COMPARED = 10_000;
/** Most ids in `sources`, `supersedes` and `exclude`. */
export const MAX_IDS = 10_000;
/** Longest life, in milliseconds: 1,000 years. */
export const MAX_TTL_MS: number = 1_000 * 366 * 86_400_000;
/** Longest history that is read at once, in UTF-16 units: 32 Mi. */
export const MAX_HISTORY_LENGTH = 33_554_432;
/** The first instant, at which nothing has expired. */
export const BEFORE_ALL: Date = new Date(-8.64e15);
