import type { RecordRow } from "./record-row.js";

/** Returns how long the texts of a row are, as pages count them. */
export function rowLength({ content, value, metadata, sources }: RecordRow): number {
  return content.length + (value?.length ?? 0) + metadata.length + (sources?.length ?? 0);
}
