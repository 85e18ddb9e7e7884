/** An image of a message: its bytes, or where it is. */
type MessageImage =
  | { readonly data: Uint8Array; readonly uri?: undefined }
  | { readonly data?: undefined; readonly uri: string };

/** Most images of one call. */
const MAX_IMAGES = 1_000;
/** Depth of contents in contents: a result of a tool holds parts. */
const MAX_DEPTH = 5;
const DATA_URL = /^data:([^;,]*)(?:;[^;,]{0,100}){0,5}?;base64,/iu;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/u;
const ADDRESS = /^https?:\/\//iu;

type Part = Readonly<Record<string, unknown>>;

/**
 * Returns the images of messages in order: `ModelMessage` and `UIMessage` of the AI SDK, messages
 * of LangChain in all versions of its content blocks, and parts as OpenAI, Anthropic, Google and
 * Bedrock write them. Addresses are returned as they are.
 */
export function imagesInMessages(messages: readonly unknown[]): readonly MessageImage[] {
  const images: MessageImage[] = [];
  for (const message of messages) {
    const { content, parts } = partOf(message);
    readContent(Array.isArray(parts) ? parts : content, { images, depth: 0 });
  }
  return images;
}

interface Reading {
  readonly images: MessageImage[];
  readonly depth: number;
}

function readContent(content: unknown, { images, depth }: Reading): void {
  if (!Array.isArray(content) || depth > MAX_DEPTH) return;
  for (const given of content as readonly unknown[]) {
    if (images.length >= MAX_IMAGES) return;
    const part = partOf(given);
    const image = imageOf(part);
    if (image) images.push(image);
    // Results of tools: `output.value` of the AI SDK, `content` of Anthropic and LangChain.
    const { output, content: inner } = part;
    readContent(partOf(output)["value"] ?? inner, { images, depth: depth + 1 });
  }
}

function imageOf(part: Part): MessageImage | undefined {
  const { type, image, inlineData, data, url, file } = part;
  if (type === undefined && isObject(image)) return fromSource(image["source"]);
  if (isObject(inlineData) && isImageType(typeOf(inlineData)))
    return fromSource(inlineData["data"]);
  if (typeof type !== "string") return undefined;
  if (type === "image_url" || type === "input_image") return fromSource(part["image_url"]);
  if (type.startsWith("image")) return imagePart(part);
  const isFile = type === "file" || type === "media" || type.startsWith("file-");
  return isFile && isImageType(typeOf(part)) ? fromSource(data ?? url ?? file) : undefined;
}

/** Reads a part that is an image by its type. */
function imagePart(part: Part): MessageImage | undefined {
  const { image, source, data, url, image_url: other } = part;
  if (isObject(image) && isObject(image["source"])) return fromSource(image["source"]);
  return fromSource(image ?? source ?? data ?? url ?? other);
}

/** Reads bytes, base64, a data URL, an address, or an object that holds one of these. */
function fromSource(source: unknown, depth = 0): MessageImage | undefined {
  if (source instanceof Uint8Array) return { data: source };
  if (source instanceof ArrayBuffer) return { data: new Uint8Array(source) };
  if (source instanceof URL) return fromText(source.href);
  if (typeof source === "string") return fromText(source);
  if (!isObject(source) || depth > 2) return undefined;
  const { data, url, bytes, uri } = source;
  return fromSource(data ?? bytes ?? url ?? uri, depth + 1);
}

function fromText(text: string): MessageImage | undefined {
  if (ADDRESS.test(text)) return { uri: text };
  const head = DATA_URL.exec(text.slice(0, 1_000))?.[0];
  if (head === undefined && text.slice(0, 5).toLowerCase() === "data:") return undefined;
  const encoded = text.slice(head?.length ?? 0).replaceAll(/\s+/gu, "");
  if (!BASE64.test(encoded)) return undefined;
  return { data: Uint8Array.from(Buffer.from(encoded, "base64")) };
}

function typeOf({ mediaType, mime_type: old, mimeType, media_type: anthropic }: Part): unknown {
  return mediaType ?? mimeType ?? old ?? anthropic;
}

function isImageType(type: unknown): boolean {
  return typeof type === "string" && type.startsWith("image");
}

function partOf(value: unknown): Part {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Part {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}
