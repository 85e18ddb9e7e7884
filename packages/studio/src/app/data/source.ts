import type { AnswerOf, QueryOf, VerbName } from "../../wire/verbs.js";

/** Where the pages get their data from: a server, or a sample in the browser. */
export interface Source {
  /** Asks a verb. @throws `Failure` */
  ask<N extends VerbName>(verb: N, query: QueryOf<N>, signal?: AbortSignal): Promise<AnswerOf<N>>;
  /** Reads anything else than JSON; absent in a sample. @throws `Failure` */
  fetch?(path: string, signal?: AbortSignal): Promise<Response>;
  /** Loads the file of an image; absent: there are none. @throws `Failure` */
  loadImage?(query: QueryOf<"imageFile">, signal: AbortSignal): Promise<Blob>;
}

/** Failure of a request, in words for a person. */
export class Failure extends Error {
  override readonly name = "Failure";
  /** Status of the answer; 0 if there was none. */
  readonly status: number;
  /** Short code, such as `conflict`. */
  readonly code: string;

  constructor(message: string, { status, code }: { status: number; code: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The source that is in use; set once, before the first page is shown. */
const held: { source: Source | undefined } = { source: undefined };

/** Sets the source of all pages. */
export function setSource(source: Source): void {
  held.source = source;
}

/** Asks a verb of the source in use. @throws `Failure` */
export async function ask<N extends VerbName>(
  verb: N,
  query: QueryOf<N>,
  signal?: AbortSignal,
): Promise<AnswerOf<N>> {
  if (held.source === undefined) throw new Error("source is not set");
  return held.source.ask(verb, query, signal);
}

/** Reads a path of the source in use. @throws `Failure` */
export async function fetchPath(path: string, signal?: AbortSignal): Promise<Response> {
  if (held.source?.fetch === undefined) throw new Error("source has no paths");
  return held.source.fetch(path, signal);
}

/** Loads the file of an image from the source in use. @throws `Failure` */
export async function loadImage(query: QueryOf<"imageFile">, signal: AbortSignal): Promise<Blob> {
  const blob = await held.source?.loadImage?.(query, signal);
  if (blob === undefined) throw new Failure("", { status: 404, code: "not-found" });
  return blob;
}
