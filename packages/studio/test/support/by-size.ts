/**
 * Amount of work of a test: all of it with `KIOKU_TEST_SIZE=full`, which takes minutes, otherwise
 * a part.
 */
export function bySize(full: number, part: number): number {
  return process.env["KIOKU_TEST_SIZE"] === "full" ? full : part;
}
