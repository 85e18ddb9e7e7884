/** Facts about the studio that every page needs. */
export interface About {
  /** Scope of the memory that the studio was opened for. */
  readonly scope: readonly string[];
  /** True if the studio may change memories. */
  readonly canWrite: boolean;
  /** True if the files of images can be shown. */
  readonly hasImages: boolean;
  /** Present moment, by the clock of the memory. */
  readonly now: string;
}

/** Scopes at or below the one of the studio, with memories. */
interface ScopesAnswer {
  /** Elements below the scope of the studio. */
  readonly scopes: readonly (readonly string[])[];
  /** Argument of the next page; absent on the last one. */
  readonly cursor?: string;
}

/** Verbs of the frame of the page. */
export interface AboutVerbs {
  /** Tells about the studio. */
  about: { readonly query: object; readonly answer: About };
  /** Lists the scopes that hold memories. */
  scopes: {
    readonly query: { readonly cursor?: string | undefined };
    readonly answer: ScopesAnswer;
  };
}
