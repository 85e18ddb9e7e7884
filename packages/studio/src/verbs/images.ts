import {
  type CallOptions,
  type Memory,
  MemoryError,
  type MemoryRecord,
  type RecallQuery,
} from "@kioku/core";
import { checkNumber, checkText } from "@kioku/core/toolkit";
import type { FoundImage } from "@kioku/mind/images";

import type { ImageRow, ImagesVerbs } from "../wire/images.js";
import type { AnswerOf, QueryOf } from "../wire/verbs.js";
import { below, inScope } from "./in-scope.js";
import { instant } from "./instant.js";
import type { Service, VerbTable } from "./service.js";

const USUAL = 60;
const MOST_SIMILAR = 8;
const MAX_NAME = 500;
const MAX_WORDS = 1000;
const MOST_ROUNDS = 8;
const CAPTION = 1000;

/** Verbs of the page `images`. */
export const IMAGES: VerbTable<ImagesVerbs> = {
  images: {
    isWrite: false,
    run: async (service, query, options) => ({ images: await find(service, query, options) }),
  },
  similarImages: {
    isWrite: false,
    run: async (service, { scope, id }, options) => {
      checkText(id, "query.id", MAX_NAME);
      const byLook = await lookAlikes(service, { scope, id }, options);
      if (byLook) return { images: byLook, isByLook: true };
      const caption = (await inScope(service.memory, scope).read(id, options))?.content ?? "";
      if (caption === "") throw new MemoryError("not-found", "image is not in this scope");
      const query = { query: caption.slice(0, MAX_WORDS), kinds: ["image"], minScore: 0 } as const;
      const asked = { ...query, reach: "below", limit: MOST_SIMILAR, exclude: [id] } as const;
      const found = await recallAll(inScope(service.memory, scope), asked, options);
      return { images: found.map((one) => rowOfRecord(service, one)), isByLook: false };
    },
  },
  imageFile: {
    isWrite: false,
    run: async ({ images }, { scope, id }, options) => {
      checkText(id, "query.id", MAX_NAME);
      const bytes = await (images && inScope(images, scope))?.bytes(id, options);
      if (bytes === undefined) throw new MemoryError("not-found", "file of the image is gone");
      return bytes;
    },
  },
};

async function find(
  service: Service,
  query: QueryOf<"images">,
  options: CallOptions,
): Promise<readonly ImageRow[]> {
  const { scope, limit = USUAL, words } = query;
  checkNumber(limit, "query.limit", { min: 1, max: 1000, integer: true });
  if (words !== undefined) checkText(words, "query.words", MAX_WORDS);
  const from = instant(query.from, "query.from");
  const to = instant(query.to, "query.to");
  const { memory, images } = service;
  if (images) {
    const asked = { query: words, from, to, limit, reach: "below" } as const;
    const found = await inScope(images, scope).find(asked, options);
    return found.map((image) => rowOfFound(service, image));
  }
  const view = inScope(memory, scope);
  const filter = { "@occurredAt": { ...(from && { $gte: from }), ...(to && { $lt: to }) } };
  const narrowed = from || to ? { filter } : {};
  const fixed = { ...narrowed, kinds: ["image"], reach: "below", limit } as const;
  const records =
    words === undefined
      ? (await view.list({ ...fixed, order: "desc" }, options)).items
      : await recallAll(view, { ...fixed, query: words }, options);
  return records.map((record) => rowOfRecord(service, record));
}

/** Recalls captions, again and again: a memory limits the untrusted ones of an answer. */
async function recallAll(
  memory: Memory,
  query: RecallQuery & { readonly limit: number },
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  for (let round = 0; round < MOST_ROUNDS && found.length < query.limit; round += 1) {
    const exclude = [...(query.exclude ?? []), ...found.map(({ id }) => id)];
    const more = await memory.recall({ ...query, exclude }, options);
    if (more.length === 0) break;
    found.push(...more);
  }
  return found.slice(0, query.limit);
}

/** Returns images that look like one; `undefined` if nothing compares their pixels. */
async function lookAlikes(
  service: Service,
  { scope, id }: QueryOf<"similarImages">,
  { signal }: CallOptions,
): Promise<AnswerOf<"images">["images"] | undefined> {
  if (!service.images) return undefined;
  try {
    const images = inScope(service.images, scope);
    const found = await images.similar(id, { limit: MOST_SIMILAR, reach: "below", signal });
    return found.map((image) => rowOfFound(service, image));
  } catch (error) {
    // No image embedder was given.
    if (MemoryError.is(error, "invalid-input")) return undefined;
    throw error;
  }
}

function rowOfFound({ memory }: Service, image: FoundImage): ImageRow {
  const { id, scope, caption, source, at, width, height } = image;
  return {
    id,
    scope: below(memory, scope),
    ...(caption === undefined ? {} : { caption: caption.slice(0, CAPTION) }),
    source,
    at: at.toISOString(),
    width,
    height,
  };
}

function rowOfRecord({ memory }: Service, record: MemoryRecord): ImageRow {
  const { id, scope, content, metadata, occurredAt, createdAt } = record;
  const { state, source, width, height } = metadata;
  return {
    id,
    scope: below(memory, scope),
    ...(state === "staged" ? {} : { caption: content.slice(0, CAPTION) }),
    source: typeof source === "string" ? source : "",
    at: (occurredAt ?? createdAt).toISOString(),
    width: typeof width === "number" ? width : 0,
    height: typeof height === "number" ? height : 0,
  };
}
