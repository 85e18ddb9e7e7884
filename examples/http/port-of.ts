/** The number of a port, from the command line. 0 is any that is free. */
export function portOf(text: string): number {
  if (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`--port is a number from 0 to 65535, but was ${text}`);
}
