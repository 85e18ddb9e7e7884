import { V7Generator } from "uuidv7";

/**
 * Makes UUIDv7 (RFC 9562) that increase within this process, also within one millisecond and when the clock steps back.
 * With `random` given, the same calls make the same ids.
 */
export function createIdGenerator(random?: () => number): (at: Date) => string {
  const source = random && { nextUint32: () => Math.floor(random() * 2 ** 32) };
  const generator = new V7Generator(source);
  let latest = 1;
  return (at) => {
    latest = Math.max(at.getTime(), latest);
    return generator.generateOrResetCore(latest, 0).toString();
  };
}
