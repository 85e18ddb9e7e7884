export type { SqliteStoreOptions } from "./options.js";
export { sqliteStore } from "./sqlite-store.js";
