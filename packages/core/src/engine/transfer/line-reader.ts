import type { ExportFooter, ExportLine, ExportParts } from "../../api/transfer.js";
import type { Tombstone } from "../../contracts/history.js";
import type { SpaceState, StoredSpace } from "../../contracts/write-op.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkTable } from "../../internal/check/check-options.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  invalidInput,
  wrongInput,
} from "../../internal/check/check.js";
import { recordKey } from "../../internal/record-key.js";
import { compareText } from "../../model/compare-text.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath, type Scope } from "../../model/scope.js";
import {
  checkExportedRecord,
  checkExportedRevisions,
  checkLineScope,
} from "./check-exported-record.js";
import type { Earlier, IncomingRecord, Context } from "./check-exported-record.js";
import { checkInstantText, checkStoredText } from "./exported-record.js";

/** The content of a line, checked. */
export type Incoming =
  | { readonly type: "header"; readonly parts: ExportParts }
  | { readonly type: "footer" }
  | { readonly type: "space"; readonly space: StoredSpace }
  | { readonly type: "record"; readonly record: IncomingRecord; readonly size: number }
  | { readonly type: "revisions"; readonly earlier: Earlier; readonly before: number }
  | { readonly type: "tombstone"; readonly tombstone: Tombstone };

/** The parts of an export, in order. */
const ORDER = ["header", "space", "record", "tombstone", "footer"] as const;
type Part = (typeof ORDER)[number];
const TYPES = [...ORDER, "revisions"] as const;

/** Most spaces of one export; a memory has one or two. */
const MAX_SPACES = 1_000;
const STATES: readonly SpaceState[] = ["ready", "building", "retired", "separate"];
const SHA_256 = /^[0-9a-f]{64}$/u;

/** Reads the lines of one export, and checks each, their order, and that none is missing. */
export class LineReader {
  readonly #target: Scope;
  readonly #spaces = new Map<string, StoredSpace>();
  readonly #checksum = new LineChecksum();
  readonly #counts = { records: 0, tombstones: 0 };
  #parts: ExportParts = { reach: "here", records: true, history: false, vectors: false };
  #number = 0;
  #part: Part | undefined;
  /** Sort key of the line before, within its part. */
  #position: readonly string[] = [];
  /** The record whose earlier versions have to follow, and the first version that came. */
  #open: (RecordId & { readonly before: number }) | undefined;

  constructor(target: Scope) {
    this.#target = target;
  }

  /** Checks the next line. */
  read(line: unknown): Incoming {
    this.#number += 1;
    const name = `line ${this.#number}`;
    checkObject(line, name);
    const type = checkOneOf((line as { readonly type?: unknown }).type, `${name}: type`, TYPES);
    const isEarlier = type === "revisions";
    if (!isEarlier && this.#open) {
      throw invalidInput(`${name}: type`, "revisions, since the line before says: more", type);
    }
    if (!isEarlier) this.#follow(type, name);
    const incoming = isEarlier ? this.#checkEarlier(line, name) : this.#check(line, type, name);
    // Only what was checked is known to be plain JSON, and not deeply nested.
    const size = type === "footer" ? 0 : this.#checksum.add(line as ExportLine);
    return incoming.type === "record" ? { ...incoming, size } : incoming;
  }

  /** Refuses an export whose last line was no footer. */
  end(): void {
    if (this.#part === "footer") return;
    if (this.#number === 0) throw new MemoryError("invalid-input", "export is empty");
    throw incomplete(`it ends after line ${this.#number} without a footer`);
  }

  #follow(type: Part, name: string): void {
    const [before, now] = [ORDER.indexOf(this.#part ?? "header"), ORDER.indexOf(type)];
    const isFirst = this.#part === undefined;
    const isTwice = type === this.#part && (type === "header" || type === "footer");
    if (isFirst !== (type === "header") || now < before || isTwice) {
      const order = "in the order header, spaces, records, tombstones, footer";
      throw invalidInput(`${name}: type`, order, type);
    }
    if (type !== this.#part) this.#position = [];
    this.#part = type;
  }

  #check(line: object, type: Part, name: string): Incoming {
    if (type === "header") {
      this.#parts = checkHeader(line, name);
      return { type, parts: this.#parts };
    }
    if (type === "space") return { type, space: this.#checkSpace(line, name) };
    if (type === "tombstone") return { type, tombstone: this.#checkTombstone(line, name) };
    if (type === "footer") {
      this.#checkFooter(line, name);
      return { type };
    }
    if (!this.#parts.records) {
      throw invalidInput(`${name}: type`, "no record, since the header says: no records", type);
    }
    const record = checkExportedRecord(line, name, this.#context);
    this.#advance([scopeToPath(record.scope), record.id], name);
    this.#counts.records += 1;
    this.#openNext(record);
    return { type, record, size: 0 };
  }

  #checkEarlier(line: object, name: string): Incoming {
    const open = this.#open;
    if (!open) throw invalidInput(`${name}: type`, "a line of its own record", "revisions");
    const earlier = checkExportedRevisions(line, name, this.#context);
    const last = earlier.revisions.at(-1)?.version ?? 0;
    if (recordKey(earlier) !== recordKey(open) || last >= open.before) {
      throw invalidInput(name, `of versions of record ${open.id} before ${open.before}`);
    }
    this.#openNext(earlier);
    return { type: "revisions", earlier, before: open.before };
  }

  #openNext({ scope, id, revisions, more }: Earlier): void {
    this.#open = more ? { scope, id, before: revisions[0]?.version ?? 0 } : undefined;
  }

  get #context(): Context {
    return { target: this.#target, parts: this.#parts, spaces: this.#spaces };
  }

  /** Requires order, so that nothing can be there twice. */
  #advance(position: readonly string[], name: string): void {
    const [difference = 0] = this.#position.flatMap(
      (part, index) => compareText(part, position[index] ?? "") || [],
    );
    if (this.#position.length > 0 && difference >= 0) {
      throw invalidInput(name, "after the line before it, in the order of scope and id");
    }
    this.#position = position;
  }

  #checkSpace(line: object, name: string): StoredSpace {
    checkMembers(line, name, ["type", "id", "dimensions", "state"]);
    const { id, dimensions, state } = line as Readonly<Record<string, unknown>>;
    const width = { min: 1, max: 65_536, integer: true };
    const space = {
      id: checkStoredText(id, `${name}: id`),
      dimensions: checkNumber(dimensions, `${name}: dimensions`, width),
      state: checkOneOf(state, `${name}: state`, STATES),
    };
    if (!this.#parts.vectors) {
      throw invalidInput(name, "left out, since the header says: no vectors");
    }
    this.#advance([space.id], name);
    const isOver = this.#spaces.size >= MAX_SPACES;
    if (isOver) throw invalidInput(name, `among the first ${MAX_SPACES} spaces`);
    this.#spaces.set(space.id, space);
    return space;
  }

  #checkTombstone(line: object, name: string): Tombstone {
    checkMembers(line, name, ["type", "scope", "hash", "at"]);
    const given = line as Readonly<Record<string, unknown>>;
    const scope = checkLineScope(given["scope"], name, this.#context);
    const hash = checkHash(given["hash"], `${name}: hash`);
    const at = checkInstantText(given["at"], `${name}: at`);
    this.#advance([scopeToPath(scope), hash], name);
    this.#counts.tombstones += 1;
    return { scope, hash, at };
  }

  #checkFooter(line: object, name: string): void {
    checkMembers(line, name, ["type", "records", "tombstones", "sha256"]);
    const footer = line as ExportFooter;
    const parts = ["records", "tombstones"] as const;
    const count = { min: 0, integer: true };
    for (const part of parts) checkNumber(footer[part], `${name}: ${part}`, count);
    checkHash(footer.sha256, `${name}: sha256`);
    for (const part of parts) {
      const [said, came] = [footer[part], this.#counts[part]];
      if (said !== came) throw incomplete(`its footer counts ${said} ${part}, got ${came}`);
    }
    if (footer.sha256 !== this.#checksum.digest()) throw incomplete("its checksum does not match");
  }
}

function checkHash(value: unknown, name: string): string {
  if (typeof value === "string" && SHA_256.test(value)) return value;
  throw invalidInput(name, "a SHA-256 in hexadecimal", value);
}

function incomplete(what: string): MemoryError {
  const problem = `export is incomplete: ${what}`;
  return wrongInput(`${problem}; its lines so far are written, import a complete copy`);
}

function checkHeader(line: object, name: string): ExportParts {
  checkMembers(line, name, ["type", "format", "formatVersion", "parts"]);
  const { format, formatVersion, parts } = line as Readonly<Record<string, unknown>>;
  checkOneOf(format, `${name}: format`, ["kioku"]);
  const isKnown = formatVersion === 1;
  if (!isKnown) throw invalidInput(`${name}: formatVersion`, "1, the latest known", formatVersion);
  return checkTable<ExportParts>(parts, `${name}: parts`, {
    reach: (value, part) => checkOneOf(value, part, ["here", "below"]),
    records: checkBoolean,
    history: checkBoolean,
    vectors: checkBoolean,
  });
}

/** SHA-256 over the lines of an export, each as JSON with a line feed. */
export class LineChecksum {
  // Loaded with the first export, as in text/hash.ts.
  readonly #hash = process.getBuiltinModule("node:crypto").createHash("sha256");

  /** Adds a line, and returns its number of characters. */
  add(line: ExportLine): number {
    const text = JSON.stringify(line);
    this.#hash.update(text).update("\n");
    return text.length;
  }

  /** Returns the checksum in hexadecimal. Nothing can be added afterwards. */
  digest(): string {
    return this.#hash.digest("hex");
  }
}
