/** The body as text; `undefined` if it is longer than allowed, and then the rest is not fetched. */
export async function readBody(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return "";
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(Buffer.concat(chunks, length));
    length += value.length;
    if (length > maxBytes) {
      // Whether that succeeds changes nothing.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}
