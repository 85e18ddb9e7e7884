/** A value as JSON carries it: instants are ISO 8601. */
export type Sent<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer E)[]
      ? readonly Sent<E>[]
      : { readonly [K in keyof T]: Sent<T[K]> };

/** Scope as a request names it: elements below the memory of the studio. */
export interface InScope {
  /** Elements below the memory of the studio; absent: its own scope. */
  readonly scope?: readonly string[] | undefined;
}
