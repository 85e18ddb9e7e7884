import type { InScope } from "./sent.js";

/** An image that was seen. */
export interface ImageRow {
  /** Id of its record. */
  readonly id: string;
  /** Its scope, below that of the studio. */
  readonly scope: readonly string[];
  /** Its caption; absent: it waits for one. */
  readonly caption?: string;
  /** Where it is from. */
  readonly source: string;
  /** When it was seen. */
  readonly at: string;
  /** In pixels; 0 if it is not known. */
  readonly width: number;
  /** In pixels; 0 if it is not known. */
  readonly height: number;
}

/** Verbs of the page `images`. */
export interface ImagesVerbs {
  /** Finds images of a scope and those below; without words the newest come first. */
  images: {
    readonly query: InScope & {
      /** Question about captions; dates and sources in it count. */
      readonly words?: string | undefined;
      /** Not before. */
      readonly from?: string | undefined;
      /** Not at or after. */
      readonly to?: string | undefined;
      /** Most images, 1 to 1,000. @defaultValue 60 */
      readonly limit?: number | undefined;
    };
    readonly answer: { readonly images: readonly ImageRow[] };
  };
  /** Finds images that look like one, or have a caption like its. At most 8. */
  similarImages: {
    readonly query: InScope & { readonly id: string };
    readonly answer: {
      readonly images: readonly ImageRow[];
      /** True if they were found by their pixels. */
      readonly isByLook: boolean;
    };
  };
  /** Returns the file of an image, which is sent as it is. */
  imageFile: { readonly query: InScope & { readonly id: string }; readonly answer: Uint8Array };
}
