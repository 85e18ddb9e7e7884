import { resolve } from "node:path";

import { folderObjects } from "../../backup/folder-objects.js";
import type { ObjectStore } from "../../backup/object-store.js";
import { s3Objects } from "../../backup/s3-objects.js";
import { usageError } from "../../command/cli-error.js";
import type { Settings } from "../../config/settings.js";
import type { Host } from "../../host.js";

const S3 = /^s3:\/\/(?<bucket>[^/]+)(?:\/(?<prefix>.*))?$/u;

/** Returns the place of backups: a folder, or a bucket. @throws `CliError` if there is none. */
export async function objectsOf(
  target: string | undefined,
  { backup }: Pick<Settings, "backup">,
  { cwd, fetch, clock, random }: Host,
): Promise<ObjectStore> {
  const place = target ?? backup.target;
  if (place === undefined || place === "") {
    throw usageError("there is no place for backups", "give --to or --from, or set backup.target");
  }
  if (!/^[a-z0-9]+:\/\//iu.test(place)) {
    return folderObjects(resolve(cwd, place));
  }
  const { bucket, prefix } = S3.exec(place)?.groups ?? {};
  if (bucket === undefined)
    throw usageError(`place "${place}" is neither a folder nor s3://bucket`);
  const { accessKeyId, secretAccessKey, ...rest } = backup.s3;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw usageError(
      "credentials for S3 are missing",
      "set backup.access_key_id and backup.secret_access_key",
    );
  }
  return s3Objects({ bucket, prefix, accessKeyId, secretAccessKey, ...rest, fetch, clock, random });
}
