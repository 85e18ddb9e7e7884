/**
 * Images: what was seen, filtered, captioned in batches, and found again.
 *
 * @module @kioku/mind/images
 */

export type { BlobStore, CaptionOptions, CaptionReport, DecodedImage } from "./api/images.js";
export type { FoundImage, GreyImage, ImageEmbedder, ImageFilter } from "./api/images.js";
export type { ImageQuery, ImageReceipt, Images, ImageStats, SeenImage } from "./api/images.js";
export type { DecodeOptions, ImageDecoder } from "./api/images.js";
export type { ImageMemoryOptions } from "./api/options.js";
export { folderBlobs, type FolderBlobsOptions } from "./blobs/folder-blobs.js";
export { decodeImage } from "./decode/decode-image.js";
export { mirixFilter } from "./filter/mirix-filter.js";
export { tileFilter, type TileFilterOptions } from "./filter/tile-filter.js";
export { imageMemory } from "./view/image-memory.js";
