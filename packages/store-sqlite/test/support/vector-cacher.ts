/**
 * Writes vectors of its own into a shared cache when told to, a few at a time, and reads those of
 * others in between.
 */
import { sqliteVectorCache } from "../../src/index.js";

const [path = "", number = "0"] = process.argv.slice(2);
const cache = sqliteVectorCache({ path, busyTimeoutMs: 60_000 });

process.once("message", () => {
  void write();
});
process.send?.("ready");

async function write(): Promise<void> {
  try {
    for (let index = 0; index < 20; index += 1) {
      const entries = Array.from({ length: 10 }, (_, place) => ({
        key: `key ${Number(number) * 200 + index * 10 + place}`,
        vector: Float32Array.of(1, index, place),
      }));
      await cache.set(entries);
      await cache.get(Array.from({ length: 20 }, (_, place) => `key ${place * 30}`));
    }
    await cache.close();
    process.send?.("done");
  } catch (error) {
    process.send?.(`failed: ${String(error)}`);
  }
  process.disconnect();
}
