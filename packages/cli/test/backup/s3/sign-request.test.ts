import { expect, test } from "vitest";

import { signRequest, type S3Request } from "../../../src/backup/s3/sign-request.js";

/**
 * The examples of "Signature Calculations for the Authorization Header" in the API reference of
 * Amazon S3, with its credentials, which belong to nobody.
 */
const SETTINGS = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  sessionToken: undefined,
  region: "us-east-1",
  clock: () => new Date("2013-05-24T00:00:00Z"),
  url: "https://examplebucket.s3.amazonaws.com",
};

const EXAMPLES: readonly (readonly [string, S3Request, string, string])[] = [
  [
    "an object from which a range is read",
    { method: "GET", key: "test.txt", headers: { range: "bytes=0-9" } },
    "host;range;x-amz-content-sha256;x-amz-date",
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "an upload",
    {
      method: "PUT",
      key: "test$file.text",
      body: new TextEncoder().encode("Welcome to Amazon S3."),
      headers: {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      },
    },
    "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  [
    "a list",
    { method: "GET", query: { "max-keys": "2", prefix: "J" } },
    "host;x-amz-content-sha256;x-amz-date",
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  ],
];

test.each(EXAMPLES)(
  "%s is signed as Amazon's example is",
  async (...[, request, signed, signature]) => {
    const { headers } = await signRequest(SETTINGS, request);
    expect(headers.get("authorization")).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=${signed}, Signature=${signature}`,
    );
  },
);

test("the hash of the body and the session token are signed, the accepted encodings are not", async () => {
  const settings = { ...SETTINGS, sessionToken: "token" };
  const { headers } = await signRequest(settings, {
    method: "PUT",
    key: "a",
    body: Buffer.from(""),
  });
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  expect(headers.get("x-amz-content-sha256")).toBe(empty);
  expect(headers.get("x-amz-security-token")).toBe("token");
  expect(headers.get("accept-encoding")).toBe("identity");
  const signed = /SignedHeaders=(?<names>[^,]+)/u.exec(headers.get("authorization") ?? "");
  expect(signed?.groups?.["names"]).toBe(
    "host;x-amz-content-sha256;x-amz-date;x-amz-security-token",
  );
});
