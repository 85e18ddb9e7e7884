/** Returns the name of a tool for people: `read_graph` is `Read Graph`. */
export function titleOf(name: string): string {
  const words = name.split("_");
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(" ");
}
