/**
 * Reads text, sources and errors from the AI SDK's stream of UI messages: server-sent events, each
 * with JSON. Apps with React use `useChat` of `@ai-sdk/react`, which reads everything.
 */
export async function* readUiMessageStream(body) {
  for await (const data of events(body)) {
    if (data === "[DONE]") return;
    const chunk = JSON.parse(data);
    if (chunk.type === "error") throw new Error(chunk.errorText);
    yield chunk;
  }
  // Else half an answer would look like a whole one.
  throw new Error("The answer broke off.");
}

/** The data of each event. Bytes come in pieces of any length. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (true) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice("data: ".length);
  }
}
