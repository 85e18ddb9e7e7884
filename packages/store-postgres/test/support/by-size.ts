import { SERVER_URL } from "./databases.js";

/**
 * Amount of work of a test: all of it on a real server and with `KIOKU_TEST_SIZE=full`, otherwise
 * a part, for PGlite works at a fraction of a server's speed.
 */
export function bySize(full: number, part: number): number {
  return SERVER_URL !== undefined || process.env["KIOKU_TEST_SIZE"] === "full" ? full : part;
}
