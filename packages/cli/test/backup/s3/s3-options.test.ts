import { expect, test } from "vitest";

import { resolveS3Options } from "../../../src/backup/s3/s3-options.js";

const GIVEN = { bucket: "memories", accessKeyId: "id", secretAccessKey: "secret" };

test.each([
  [{}, "https://memories.s3.us-east-1.amazonaws.com"],
  [{ region: "eu-west-1" }, "https://memories.s3.eu-west-1.amazonaws.com"],
  [{ region: "cn-north-1" }, "https://memories.s3.cn-north-1.amazonaws.com.cn"],
  [{ bucket: "my.memories" }, "https://s3.us-east-1.amazonaws.com/my.memories"],
  [{ endpoint: "https://minio.example:9000/" }, "https://minio.example:9000/memories"],
  [{ endpoint: "minio.example/s3" }, "https://minio.example/s3/memories"],
  [{ endpoint: "http://minio.example" }, "http://minio.example/memories"],
  [{ endpoint: "localhost:9000" }, "http://localhost:9000/memories"],
  [{ endpoint: "127.0.0.1:9000" }, "http://127.0.0.1:9000/memories"],
  [{ endpoint: "[::1]:9000" }, "http://[::1]:9000/memories"],
  [{ endpoint: "127.0.0.1.example" }, "https://127.0.0.1.example/memories"],
  [{ endpoint: "localhost.example" }, "https://localhost.example/memories"],
])("the address of a bucket of %o is %s", (options, url) => {
  expect(resolveS3Options({ ...GIVEN, ...options }).url).toBe(url);
});

test("the prefix is a folder, and part of the name", () => {
  expect(resolveS3Options({ ...GIVEN, prefix: "/a/b/" })).toMatchObject({
    prefix: "a/b/",
    name: "s3://memories/a/b",
  });
  expect(resolveS3Options(GIVEN)).toMatchObject({ prefix: "", name: "s3://memories" });
});

test.each([
  [{ accessKeyId: "" }, "accessKeyId (backup.access_key_id) is empty"],
  [{ secretAccessKey: " " }, "secretAccessKey (backup.secret_access_key) is empty"],
  [
    { secretAccessKey: "two\nlines" },
    "secretAccessKey (backup.secret_access_key) must consist of printable ASCII characters without spaces",
  ],
  [{ sessionToken: "" }, "sessionToken (backup.session_token) is empty"],
  [{ bucket: "a/b" }, 'the bucket "a/b" is no valid name'],
  [{ bucket: "" }, 'the bucket "" is no valid name'],
  [{ prefix: "a//b" }, "the prefix in the bucket must consist of"],
  [{ prefix: "../b" }, "the prefix in the bucket must consist of"],
  [{ region: "eu west" }, 'region (backup.region) "eu west" is no valid name'],
  [{ endpoint: "ftp://a" }, "endpoint (backup.endpoint) must be an address"],
  [{ endpoint: "https://a/?x=1" }, "endpoint (backup.endpoint) must be an address"],
  [{ endpoint: "https://me:pass@a" }, "endpoint (backup.endpoint) must not hold credentials"],
  [{ acessKeyId: "a" }, 's3Objects has no option "acessKeyId"'],
])("%o is refused", (options, message) => {
  expect(() => resolveS3Options({ ...GIVEN, ...options })).toThrow(message);
});

test("no refusal shows a secret", () => {
  const secret = "hush hush";
  expect(() => resolveS3Options({ ...GIVEN, secretAccessKey: secret })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("hush") as string }),
  );
});
