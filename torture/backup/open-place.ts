import { folderObjects, s3Objects } from "kioku/backup";
import type { ObjectStore } from "kioku/backup";

import type { PlaceOrder } from "./backup-order.ts";

/** Limits of stalls are at least as long. */
const LIMIT_MS = 30_000;
/** Longest stall of a request here. */
const STALL_MS = 700;
/** Waits between attempts are divided by it. */
const HURRY = 50;

/** Opens a place for backups, with less patience than is usual. */
export function openPlace(place: PlaceOrder): ObjectStore {
  if (place.kind === "folder") return folderObjects(place.path);
  const { kind: _, ...bucket } = place;
  return s3Objects({
    ...bucket,
    schedule: (task, delayMs) => {
      const timer = setTimeout(task, delayMs >= LIMIT_MS ? STALL_MS : delayMs / HURRY);
      return () => clearTimeout(timer);
    },
  });
}
