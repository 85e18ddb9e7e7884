/**
 * Owner of a memory: a path such as `["acme", "user-42"]`, set by trusted code, never by a model.
 *
 * Paths are compared element by element and exactly: `["users", "1"]` has nothing to do with
 * `["users", "10"]`, `["a:b"]` or a look-alike in another case, width or Unicode normal form. The
 * empty path is the root, which does not contain its tenants unless a call says `reach: "below"`.
 */
export type Scope = readonly string[];

/**
 * `here`: exactly this scope. `below`: this scope and every scope whose path starts with its
 * elements.
 */
export type Reach = "here" | "below";
