import { startS3Server } from "@kioku/servers/s3-server";
import { afterAll, expect, test } from "vitest";

import { s3Objects } from "../../src/backup/s3-objects.js";
import { OBJECT_STORE_CASES } from "../support/object-store-cases.js";

const server = await startS3Server();
afterAll(async () => server[Symbol.asyncDispose]());

test.each(OBJECT_STORE_CASES)("on a server of S3 $name", async ({ name, run }) => {
  const { endpoint, bucket, credentials } = server;
  const prefix = `case/${OBJECT_STORE_CASES.findIndex((one) => one.name === name)}`;
  const objects = s3Objects({ bucket, endpoint, prefix, ...credentials });
  await expect(run(objects)).resolves.toBeUndefined();
});
