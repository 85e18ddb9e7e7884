/** Splits a line as a shell does: words, quoted or not, and `text |` before it as the input. */
export function splitLine(line: string): { readonly args: string[]; readonly input?: string } {
  const piped = /^(?:echo|printf) '(?<input>[^']*)' \| (?<rest>.*)$/su.exec(line);
  const { input, rest = line } = piped?.groups ?? {};
  const words = rest.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/gu) ?? [];
  const [program, ...args] = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/gu, "$1$2"));
  if (program !== "kioku") throw new Error(`line does not run kioku: ${line}`);
  return input === undefined ? { args } : { args, input: input.replaceAll("\\n", "\n") };
}
