/**
 * Returns the parts of an output that comes in parts: of a generator, or of an async iterable.
 * Lists, maps and their iterators are values. It is sent to workers as source text.
 */
export function generatorParts(
  output: unknown,
): AsyncIterator<unknown> | Iterator<unknown> | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  if (Symbol.asyncIterator in output) {
    return (output as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  const isGenerator = Object.prototype.toString.call(output) === "[object Generator]";
  return isGenerator ? (output as Generator) : undefined;
}
