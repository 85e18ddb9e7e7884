import type { CallOptions, MemoryRecord, Reach, Scope, WriteOptions } from "@kioku/core";

/** An image to remember. */
export interface SeenImage {
  /** The encoded file: PNG, JPEG or WebP, and what `sharp` decodes where it is installed. */
  readonly data: Uint8Array;
  /** Where it is from, such as `screen` or `camera`. Images of one source are compared. */
  readonly source: string;
  /** When it was seen. @defaultValue the time of its EXIF data, or now */
  readonly at?: Date | undefined;
  /** Conversation it belongs to. */
  readonly thread?: string | undefined;
  /** Address or path of the original, for the host. */
  readonly uri?: string | undefined;
  /** Ids in this scope that it belongs to, such as its message; erasing these erases it. */
  readonly sources?: readonly string[] | undefined;
  /** False for photos: keep it however much it is like the last one. @defaultValue `true` */
  readonly filter?: boolean | undefined;
}

/** Result of `see`. */
export interface ImageReceipt {
  /**
   * `staged`: kept durably, and waiting for its caption; `unchanged`: like the last one of its
   * source; `duplicate`: the same file is there.
   */
  readonly status: "staged" | "unchanged" | "duplicate";
  /** Its record; of an image that was not kept, the record of the other one. */
  readonly record: MemoryRecord;
}

/** An image that was found. */
export interface FoundImage {
  /** Id of its record. */
  readonly id: string;
  /** Its scope. */
  readonly scope: Scope;
  /** Caption, as untrusted text; `undefined` as long as it waits for one. */
  readonly caption: string | undefined;
  /** Where it is from. */
  readonly source: string;
  /** When it was seen. */
  readonly at: Date;
  /** SHA-256 of the file, in hexadecimal: its name in the blob store. */
  readonly sha256: string;
  /** Type such as `image/png`. */
  readonly mediaType: string;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Address or path of the original. */
  readonly uri?: string;
  /** 0 to 1, more is better; 1 without a query. */
  readonly score: number;
}

/** Query of `find`. Each part narrows the others. */
export interface ImageQuery {
  /** Question, such as "what did I see yesterday about the budget": dates and sources count. */
  readonly query?: string | undefined;
  /** Not before. @defaultValue by the dates of the query */
  readonly from?: Date | undefined;
  /** Not at or after. @defaultValue by the dates of the query */
  readonly to?: Date | undefined;
  /** Only of this source. @defaultValue the source that the query names, or any */
  readonly source?: string | undefined;
  /** 1 to 1,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/** Result of `caption`. */
export interface CaptionReport {
  /** Images that got a caption. */
  readonly captioned: number;
  /** Images that wait still. */
  readonly waiting: number;
  /** Batches that failed, and are tried again by the next call. */
  readonly failed: number;
  /** Tokens of questions and answers. */
  readonly tokens: number;
}

/** Options of `caption`. */
export interface CaptionOptions extends CallOptions {
  /** Also batches that are not full. @defaultValue `true` */
  readonly partial?: boolean | undefined;
  /** Called after each batch. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Counts of a scope. */
export interface ImageStats {
  /** Images with a caption. */
  readonly captioned: number;
  /** Images that wait for one. */
  readonly waiting: number;
  /** Last failure of the model in words, since its last success. */
  readonly failure?: string;
}

/** Images of a scope of a memory. */
export interface Images {
  /** Returns the images of a scope below this one. */
  scope(...path: readonly [string, ...string[]]): Images;
  /** Keeps an image for the next batch, unless it shows nothing new. Resolves when durable. */
  see(image: SeenImage, options?: WriteOptions): Promise<ImageReceipt>;
  /**
   * Keeps the images in messages of the AI SDK or LangChain, in order. Images behind addresses are
   * not loaded, unless the host gives `fetch`.
   */
  seeMessages(
    messages: readonly unknown[],
    options: Omit<SeenImage, "data" | "uri"> & WriteOptions,
  ): Promise<readonly ImageReceipt[]>;
  /** Captions what waits, batch by batch in the order of time. One process at a time does. */
  caption(options?: CaptionOptions): Promise<CaptionReport>;
  /** Finds images by caption, time and source. Without a query the newest come first. */
  find(query: ImageQuery, options?: CallOptions): Promise<readonly FoundImage[]>;
  /** Finds images that look like one, by the image embedder. @throws `invalid-input` without one */
  similar(
    image: string | Uint8Array,
    options?: CallOptions & Pick<ImageQuery, "limit" | "reach">,
  ): Promise<readonly FoundImage[]>;
  /** Returns the file of an image of this scope; `undefined` if it is gone. */
  bytes(id: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  /** Counts this scope. */
  stats(options?: CallOptions): Promise<ImageStats>;
  /** Removes files that no record refers to, here and elsewhere; returns their number. */
  sweep(options?: CallOptions): Promise<number>;
}

/** Makes vectors of images, in a space of its own, and of texts in the same one (as CLIP does). */
export interface ImageEmbedder {
  /** Name of the space, as of an `Embedder`. */
  readonly id: string;
  /** Width of the vectors. */
  readonly dimensions: number;
  /** Returns a vector for each encoded file, in order. */
  embed(
    images: readonly Uint8Array[],
    options?: CallOptions,
  ): Promise<readonly ArrayLike<number>[]>;
}

/** Files by content hash. All calls are safe to repeat, and end: give requests a time limit. */
export interface BlobStore {
  /** Keeps a file durably; the name is the SHA-256 of its bytes, in hexadecimal. */
  put(name: string, bytes: Uint8Array, options?: CallOptions): Promise<void>;
  /** Returns a file; `undefined` if there is none. */
  get(name: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  /** Removes a file, if there is one. */
  delete(name: string, options?: CallOptions): Promise<void>;
  /** Yields the names of all files, in pages. */
  list(options?: CallOptions): AsyncIterable<readonly string[]>;
}

/** Pixels of an image in grey. */
export interface GreyImage {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** 0 (black) to 255 (white), row by row: `width` times `height`. */
  readonly pixels: Uint8Array;
}

/** Decides whether an image shows something new. */
export interface ImageFilter {
  /** Its name. */
  readonly name: string;
  /** Returns true if the second one shows something that the first one does not. */
  isChanged(before: GreyImage, after: GreyImage): boolean;
}

/** A file as far as it was decoded. */
export interface DecodedImage {
  /** Type such as `image/png`. */
  readonly mediaType: string;
  /** Pixels. */
  readonly grey: GreyImage;
  /** When it was taken, by its EXIF data. */
  readonly takenAt?: Date;
}

/** Limits of a decoder, which hold before a pixel is decoded. */
export interface DecodeOptions {
  /** Longest file. @defaultValue 33,554,432 (32 MiB) */
  readonly maxBytes?: number | undefined;
  /** Most pixels, by the header of the file. @defaultValue 67,108,864 (8,192 x 8,192) */
  readonly maxPixels?: number | undefined;
}

/** A function that decodes a file, as `decodeImage` does. */
export type ImageDecoder = (bytes: Uint8Array, options?: DecodeOptions) => Promise<DecodedImage>;
