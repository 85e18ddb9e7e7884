/** Returns the last moment of a day, if one is named. */
export function endOf(day: string): string | undefined {
  return day === "" ? undefined : `${day}T23:59:59.999Z`;
}
