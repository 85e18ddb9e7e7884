import { createHash } from "node:crypto";

import { AwsV4Signer } from "aws4fetch";

import type { S3Settings } from "./s3-options.js";

/** A request before it is signed. */
export interface S3Request {
  readonly method: "GET" | "PUT" | "HEAD" | "DELETE";
  /** Key in the bucket; none for the bucket itself. */
  readonly key?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

/** Signs a request, and the SHA-256 of its body, so that the server refuses damaged bytes. */
export async function signRequest(
  settings: Pick<
    S3Settings,
    "accessKeyId" | "secretAccessKey" | "sessionToken" | "region" | "clock" | "url"
  >,
  request: S3Request,
): Promise<{ readonly url: string; readonly headers: Headers }> {
  const { accessKeyId, secretAccessKey, sessionToken, region, clock } = settings;
  const path = request.key === undefined ? "" : `/${request.key}`;
  const query = Object.entries(request.query ?? {})
    .map((pair) => pair.map(encodeURIComponent).join("="))
    .join("&");
  const signer = new AwsV4Signer({
    service: "s3",
    method: request.method,
    url: `${settings.url}${path}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...request.headers,
      "x-amz-content-sha256": createHash("sha256")
        .update(request.body ?? "")
        .digest("hex"),
    },
    datetime: clock()
      .toISOString()
      .replaceAll(/[:-]|\.\d{3}/gu, ""),
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    ...(region !== undefined && { region }),
    // Headers that intermediaries change are added afterwards.
    allHeaders: true,
  });
  const signed = await signer.sign();
  // The length of what is stored is checked.
  signed.headers.set("accept-encoding", "identity");
  return { url: signed.url.href, headers: signed.headers };
}
