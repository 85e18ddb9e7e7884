import { UnreadableFile } from "./agent-file.js";
import { type JsonNode, parseJson, valueOf } from "./parse-json.js";

/** Returns where the members of a JSON object stand. @throws `UnreadableFile` if it is none. */
export function parseObject(text: string): JsonNode {
  const root = parseJson(text);
  if (root?.kind !== "object") throw new UnreadableFile("it is no JSON object");
  return root;
}

/** Tests if a file has nothing but what a new one has beside what was added. */
export function isFrame(text: string, frame: Readonly<Record<string, unknown>>): boolean {
  return !/\/[/*]/u.test(text) && JSON.stringify(valueOf(text)) === JSON.stringify(frame);
}
