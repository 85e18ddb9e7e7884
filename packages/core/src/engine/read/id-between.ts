const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u;

/**
 * A text between two UUIDs in the order of ids, 0 being the first and 1 the second; `undefined` if
 * one of them is none.
 */
export function idBetween(first: string, second: string, place: number): string | undefined {
  if (!UUID.test(first) || !UUID.test(second)) return undefined;
  const [from, to] = [toNumber(first), toNumber(second)];
  const steps = BigInt(Math.floor(place * 2 ** 32));
  const hex = (from + (((to - from) * steps) >> 32n)).toString(16).padStart(32, "0");
  return hex.replace(GROUPS, "$1-$2-$3-$4-$5");
}

function toNumber(id: string): bigint {
  return BigInt(`0x${id.replaceAll("-", "")}`);
}
