import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A server of the S3 protocol in a process of its own, with its objects in files. */
export interface S3Server extends AsyncDisposable {
  /** Address of the server. */
  readonly endpoint: string;
  /** A bucket of it. */
  readonly bucket: string;
  /** The only credentials that it takes. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const BUCKET = "kioku";
/** It ends when nobody holds its input any more: with this process, however that ends. */
const PROGRAM = `
  process.stdin.on("end", () => process.exit()).resume();
  require(process.env.S3_PROGRAM).parseAsync();
`;

/** Starts one on a free port, with an empty bucket. It ends with this process. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "kioku-s3-"));
  const place = ["-d", directory, "-a", "127.0.0.1", "-p", "0"];
  const options = [...place, "--silent", "--configure-bucket", BUCKET];
  // Its lists go on by tokens in a cipher that OpenSSL has put aside.
  const node = ["--openssl-legacy-provider", "-e", PROGRAM];
  const child = spawn(process.execPath, [...node, "--", "s3rver", ...options], {
    env: {
      ...process.env,
      S3_PROGRAM: createRequire(import.meta.url).resolve("@20minutes/s3rver/lib/cli.js"),
    },
    stdio: "pipe",
  });
  const closed = once(child, "close");
  closed.catch(() => undefined);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-10_000);
  });
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  // Reads on afterwards: a full pipe would stop it.
  createInterface({ input: child.stdout }).on("line", (line) => {
    const port = /listening on [\d.]+:(?<port>\d+)/u.exec(line)?.groups?.["port"];
    if (port !== undefined) resolve(port);
  });
  const port = await Promise.race([listening, closed.then(() => undefined)]);
  if (port === undefined) throw new Error(`the S3 server did not start: ${complaint}`);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await closed;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
