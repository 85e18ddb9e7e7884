import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** A change of a file, a sync, or an acknowledgement, in the order in which they happened. */
export type TraceEvent =
  | { readonly type: "opened" | "created"; readonly inode: number; readonly name: string }
  | { readonly type: "unlinked"; readonly name: string }
  | { readonly type: "renamed"; readonly name: string; readonly to: string }
  | (Change & { readonly inode: number })
  | { readonly type: "syncing" | "synced"; readonly inode: number; readonly thread: number }
  | { readonly type: "acknowledged"; readonly text: string };

/** Bytes written into a file, or its new length. */
export type Change =
  | { readonly type: "written"; readonly offset: number; readonly data: Buffer }
  | { readonly type: "cut"; readonly length: number };

/** The inode that the trace gives the folder itself. */
export const FOLDER = 0;

const HEADER_BYTES = 32;
/** In the order of their numbers in `trace-files.c`, from 1 on. */
const TYPES = [
  "opened",
  "created",
  "written",
  "cut",
  "syncing",
  "synced",
  "unlinked",
  "renamed",
  "acknowledged",
] as const;

/** Reads a trace of `trace-files.c`. */
export function readTrace(path: string): TraceEvent[] {
  const trace = readFileSync(path);
  const events: TraceEvent[] = [];
  for (let at = 0; at < trace.length;) {
    const length = Number(trace.readBigUInt64LE(at + 24));
    const end = at + HEADER_BYTES + length;
    if (end > trace.length) throw new Error("the trace ends within a record");
    events.push(eventAt(trace, at, trace.subarray(at + HEADER_BYTES, end)));
    at = end;
  }
  return events;
}

function eventAt(trace: Buffer, at: number, data: Buffer): TraceEvent {
  const type = TYPES[trace.readUInt32LE(at) - 1];
  if (type === undefined) throw new Error(`the trace has a record of unknown type at ${at}`);
  const thread = trace.readUInt32LE(at + 4);
  const inode = Number(trace.readBigUInt64LE(at + 8));
  const offset = Number(trace.readBigUInt64LE(at + 16));
  const [path = "", to = ""] = data.toString("utf8", 0, Math.min(data.length, 4_096)).split("\0");
  switch (type) {
    case "opened":
    case "created":
      return { type, inode, name: basename(path) };
    case "unlinked":
      return { type, name: basename(path) };
    case "renamed":
      return { type, name: basename(path), to: basename(to) };
    case "written":
      return { type, inode, offset, data };
    case "cut":
      return { type, inode, length: offset };
    case "syncing":
    case "synced":
      return { type, inode, thread };
    case "acknowledged":
      return { type, text: data.toString() };
    default:
      return type satisfies never;
  }
}
