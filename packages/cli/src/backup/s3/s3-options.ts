import { MemoryError, type Schedule } from "@kioku/core";
import { checkMembers, secureRandom, waitedTimer } from "@kioku/core/toolkit";

import { isKey } from "../check-key.js";

/** Options of `s3Objects`. */
export interface S3ObjectsOptions {
  /** Bucket; it must exist. */
  readonly bucket: string;
  /** Folder in it. @defaultValue the bucket as a whole */
  readonly prefix?: string | undefined;
  /**
   * Address of a server other than AWS, such as `https://minio.example:9000`. Without a scheme it
   * is `https://`, on this machine `http://`; elsewhere `http://` has to be written out.
   */
  readonly endpoint?: string | undefined;
  /** Region. @defaultValue that of the address, else `us-east-1` */
  readonly region?: string | undefined;
  /** Access key. */
  readonly accessKeyId: string;
  /** Secret of the access key. */
  readonly secretAccessKey: string;
  /** Token of temporary credentials. */
  readonly sessionToken?: string | undefined;
  /** Requests. @defaultValue the global `fetch` */
  readonly fetch?: typeof fetch | undefined;
  /** Time now, which requests are signed with. @defaultValue the clock of the machine */
  readonly clock?: (() => Date) | undefined;
  /** Random numbers in [0, 1), for the waits between attempts. */
  readonly random?: (() => number) | undefined;
  /** Timer of limits and waits. */
  readonly schedule?: Schedule | undefined;
}

/** Checked options. */
export interface S3Settings {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly random: () => number;
  readonly sessionToken: string | undefined;
  readonly region: string | undefined;
  readonly schedule: Schedule;
  /** `s3://bucket/prefix`. */
  readonly name: string;
  /** Address of the bucket, without a slash at its end. */
  readonly url: string;
  /** Prefix of all keys, with a slash at its end unless it is empty. */
  readonly prefix: string;
}

const MEMBERS =
  "bucket prefix endpoint region accessKeyId secretAccessKey sessionToken fetch clock random schedule".split(
    " ",
  );
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/u;
/** Names that can be part of a host name under the certificate of AWS. */
const HOST_BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/u;
const REGION = /^[a-z0-9-]{1,40}$/u;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/u;
/** Printable ASCII: what a header can hold. */
const CREDENTIAL = /^[\x21-\x7e]{1,8192}$/u;

/** Checks the options and fills in the defaults. */
export function resolveS3Options(options: S3ObjectsOptions): S3Settings {
  checkMembers(options, "s3Objects", MEMBERS);
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, sessionToken } = options;
  if (!BUCKET.test(bucket)) throw wrong(`the bucket ${JSON.stringify(bucket)} is no valid name`);
  const folder = (options.prefix ?? "").replace(/^\/+|\/+$/gu, "");
  if (folder !== "" && !isKey(folder)) {
    throw wrong("the prefix in the bucket must consist of A-Z a-z 0-9 . _ - and single slashes");
  }
  if (region !== undefined && !REGION.test(region)) {
    throw wrong(`region (backup.region) ${JSON.stringify(region)} is no valid name`);
  }
  checkCredential(accessKeyId, "accessKeyId (backup.access_key_id)");
  checkCredential(secretAccessKey, "secretAccessKey (backup.secret_access_key)");
  if (sessionToken !== undefined)
    checkCredential(sessionToken, "sessionToken (backup.session_token)");
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken,
    fetch: options.fetch ?? fetch,
    clock: options.clock ?? (() => new Date()),
    random: options.random ?? secureRandom,
    schedule: options.schedule ?? waitedTimer,
    region: region ?? (endpoint === undefined ? "us-east-1" : undefined),
    name: `s3://${bucket}${folder === "" ? "" : `/${folder}`}`,
    url: endpoint === undefined ? amazonUrl(bucket, region) : `${readEndpoint(endpoint)}/${bucket}`,
    prefix: folder === "" ? "" : `${folder}/`,
  };
}

/** The bucket is part of the host where its name allows it: AWS means to end the other style. */
function amazonUrl(bucket: string, region = "us-east-1"): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  return HOST_BUCKET.test(bucket) ? `https://${bucket}.${host}` : `https://${host}/${bucket}`;
}

function readEndpoint(endpoint: string): string {
  const hasScheme = endpoint.includes("://");
  const scheme = LOOPBACK.test(endpoint) ? "http" : "https";
  const text = hasScheme ? endpoint : `${scheme}://${endpoint}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isWeb || url.search !== "" || url.hash !== "") {
    throw wrong("endpoint (backup.endpoint) must be an address such as https://s3.example.com");
  }
  if (url.username !== "" || url.password !== "") {
    throw wrong(
      "endpoint (backup.endpoint) must not hold credentials; they have their own settings",
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/u, "");
}

function checkCredential(value: unknown, name: string): void {
  if (typeof value !== "string" || value.trim() === "") throw wrong(`${name} is empty`);
  if (!CREDENTIAL.test(value)) {
    throw wrong(`${name} must consist of printable ASCII characters without spaces`);
  }
}

function wrong(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
