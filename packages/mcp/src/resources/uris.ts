/** Addresses of resources that change with any memory. */
export const URIS = {
  profile: "kioku://profile",
  recent: "kioku://recent",
  stats: "kioku://stats",
  /** As `server-memory` has it. */
  graph: "memory://knowledge-graph",
} as const;

/** Address of a memory. */
export const MEMORY_URI = "kioku://memory/{id}";

/** Returns the address of a memory. */
export function memoryUri(id: string): string {
  return MEMORY_URI.replace("{id}", encodeURIComponent(id));
}
