/** Writes, checks, and if told so backs up, but never closes its store. */
import { sqliteStore } from "../../src/index.js";
import { writeSome } from "./some-records.js";

const [path = "", todo, target = ""] = process.argv.slice(2);
const store = sqliteStore({ path });
await store.open();
await writeSome(store, 0, 300);
process.send?.(await store.integrityCheck());
if (todo === "backup") process.send?.((await store.backup(target)).records);
process.disconnect();
