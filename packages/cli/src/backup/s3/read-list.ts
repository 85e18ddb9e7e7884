import { readXml, textOf, type XmlElement } from "./read-xml.js";

/** A page of the list of a bucket. */
export interface ListPage {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  /** Where the next page begins; none for the last page. */
  readonly next: string | undefined;
}

/** Conditions of a page. */
export interface ListRequest {
  /** All keys begin with it. */
  readonly prefix: string;
  /** All keys come after it. */
  readonly after: string | undefined;
  /** Where this page begins. */
  readonly token: string | undefined;
}

/** Reads an answer to `list-type=2`; returns what is wrong with one that cannot be trusted. */
export function readList(source: string, request: ListRequest): ListPage | string {
  const root = readXml(source);
  if (root?.name !== "ListBucketResult") return "is no list of a bucket";
  const objects = root.children.filter(({ name }) => name === "Contents").map(readObject);
  let { after } = request;
  for (const object of objects) {
    if (object === undefined) return "has an object without key or size";
    if (!object.key.startsWith(request.prefix)) return "has keys of another prefix";
    if (after !== undefined && object.key <= after) return "is not in the order of keys";
    after = object.key;
  }
  const isTruncated = textOf(root, "IsTruncated");
  const token = textOf(root, "NextContinuationToken");
  if (isTruncated !== "true" && isTruncated !== "false") return "does not say whether more follows";
  const next = isTruncated === "true" ? token : undefined;
  if (isTruncated === "true" && (next === undefined || next === ""))
    return "does not say how it goes on";
  if (next !== undefined && next === request.token) return "begins again where it began";
  return { objects: objects.filter((one) => one !== undefined), next };
}

function readObject(element: XmlElement): ListPage["objects"][number] | undefined {
  const key = textOf(element, "Key");
  const size = textOf(element, "Size");
  if (key === undefined || size === undefined || !/^\d{1,15}$/u.test(size)) return undefined;
  return { key, bytes: Number(size) };
}
