import type { ExportFooter, ExportLine, ExportParts } from "../../api/transfer.js";
import type { Tombstone } from "../../contracts/history.js";
import type { SpaceState, StoredSpace } from "../../contracts/vector-space.js";
import { MemoryError } from "../../errors/memory-error.js";
import {
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  describe,
  invalidInput,
} from "../../internal/check/check.js";
import { compareText } from "../../model/compare-text.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";
import {
  checkExportedRecord,
  checkExportedRevisions,
  checkPlace,
} from "./check-exported-record.js";
import type { EarlierRevisions, IncomingRecord, RecordContext } from "./check-exported-record.js";
import { checkHeader } from "./check-header.js";
import { checkInstantText, checkNameText } from "./check-stored-text.js";
import { identityOf } from "./find-here.js";
import { LineChecksum } from "./line-checksum.js";

/** What a line says, checked. */
export type Incoming =
  | { readonly type: "header"; readonly parts: ExportParts }
  | { readonly type: "footer" }
  | { readonly type: "space"; readonly space: StoredSpace }
  | { readonly type: "record"; readonly record: IncomingRecord; readonly size: number }
  | { readonly type: "revisions"; readonly earlier: EarlierRevisions; readonly before: number }
  | { readonly type: "tombstone"; readonly tombstone: Tombstone };

/** The parts of an export, in the order in which they come. */
const ORDER = ["header", "space", "record", "tombstone", "footer"] as const;
type Part = (typeof ORDER)[number];
const TYPES = [...ORDER, "revisions"] as const;

/** Of one export; a memory has one or two. */
const MAX_SPACES = 1_000;
const STATES: readonly SpaceState[] = ["ready", "building", "retired", "separate"];
const SHA_256 = /^[0-9a-f]{64}$/u;

/**
 * Reads the lines of one export: checks each, their order, and in the end that none is missing and
 * none was changed.
 */
export class LineReader {
  readonly #target: Scope;
  readonly #spaces = new Map<string, StoredSpace>();
  readonly #checksum = new LineChecksum();
  readonly #counts = { record: 0, tombstone: 0 };
  #parts: ExportParts | undefined;
  #number = 0;
  #part: Part | undefined;
  #place: readonly string[] = [];
  /** The record whose earlier versions have to follow, and the first one of those that came. */
  #open: (RecordId & { readonly before: number }) | undefined;

  constructor(target: Scope) {
    this.#target = target;
  }

  /**
   * Checks the next line.
   * @throws `invalid-input` naming line and part.
   */
  read(line: unknown): Incoming {
    this.#number += 1;
    const name = `line ${this.#number}`;
    checkObject(line, name);
    const type = checkOneOf((line as { readonly type?: unknown }).type, `${name}: type`, TYPES);
    if (type !== "revisions" && this.#open) {
      throw invalidInput(`${name}: type`, "revisions, since the line before says: more", type);
    }
    if (type !== "revisions") this.#follow(type, name);
    const incoming =
      type === "revisions" ? this.#checkEarlier(line, name) : this.#check(line, type, name);
    // Only what was checked is known to be plain JSON, and not deeply nested.
    const size = type === "footer" ? 0 : this.#checksum.add(line as ExportLine);
    return incoming.type === "record" ? { ...incoming, size } : incoming;
  }

  /**
   * To be called after the last line.
   * @throws `invalid-input` if it was no footer.
   */
  end(): void {
    if (this.#part === "footer") return;
    throw incomplete(
      this.#number === 0
        ? "it has no lines"
        : `it ends after line ${this.#number} without a footer, so lines are missing`,
    );
  }

  #follow(type: Part, name: string): void {
    const [before, now] = [ORDER.indexOf(this.#part ?? "header"), ORDER.indexOf(type)];
    const isFirst = this.#part === undefined;
    const isOnce = type === "header" || type === "footer";
    if (isFirst !== (type === "header") || now < before || (isOnce && type === this.#part)) {
      throw invalidInput(
        `${name}: type`,
        "in the order header, spaces, records, tombstones, footer",
        type,
      );
    }
    if (type !== this.#part) this.#place = [];
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
    if (this.#parts?.records === false) {
      throw invalidInput(`${name}: type`, "no record, since the header says: no records", type);
    }
    const record = checkExportedRecord(line, name, this.#context());
    this.#advance([scopeToPath(record.scope), record.id], name);
    this.#counts.record += 1;
    this.#openNext(record);
    return { type, record, size: 0 };
  }

  #checkEarlier(line: object, name: string): Incoming {
    const open = this.#open;
    if (!open) throw invalidInput(`${name}: type`, "a line of its own record", "revisions");
    const earlier = checkExportedRevisions(line, name, this.#context());
    const last = earlier.revisions.at(-1)?.version ?? 0;
    if (identityOf(earlier) !== identityOf(open) || last >= open.before) {
      throw invalidInput(name, `of versions of record ${open.id} before ${open.before}`);
    }
    this.#openNext(earlier);
    return { type: "revisions", earlier, before: open.before };
  }

  #openNext({ scope, id, revisions, more }: EarlierRevisions): void {
    this.#open = more ? { scope, id, before: revisions[0]?.version ?? 0 } : undefined;
  }

  #context(): RecordContext {
    const parts = this.#parts ?? { reach: "here", records: true, history: false, vectors: false };
    return { target: this.#target, parts, spaces: this.#spaces };
  }

  /** In order, so that nothing can be there twice. */
  #advance(place: readonly string[], name: string): void {
    const [before] = this.#place.flatMap(
      (part, index) => compareText(part, place[index] ?? "") || [],
    );
    if (this.#place.length > 0 && !(before !== undefined && before < 0)) {
      throw invalidInput(name, "after the line before it, in the order of scope and id");
    }
    this.#place = place;
  }

  #checkSpace(line: object, name: string): StoredSpace {
    checkMembers(line, name, ["type", "id", "dimensions", "state"]);
    const { id, dimensions, state } = line as Readonly<Record<string, unknown>>;
    const space = {
      id: checkNameText(id, `${name}: id`),
      dimensions: checkNumber(dimensions, `${name}: dimensions`, {
        min: 1,
        max: 65_536,
        integer: true,
      }),
      state: checkOneOf(state, `${name}: state`, STATES),
    };
    if (this.#parts?.vectors !== true) {
      throw invalidInput(name, "left out, since the header says: no vectors");
    }
    this.#advance([space.id], name);
    if (this.#spaces.size >= MAX_SPACES) {
      throw invalidInput(name, `among the first ${MAX_SPACES} spaces`);
    }
    this.#spaces.set(space.id, space);
    return space;
  }

  #checkTombstone(line: object, name: string): Tombstone {
    checkMembers(line, name, ["type", "scope", "hash", "at"]);
    const given = line as Readonly<Record<string, unknown>>;
    const scope = checkPlace(given["scope"], name, this.#context());
    const hash = checkHash(given["hash"], `${name}: hash`);
    const at = checkInstantText(given["at"], `${name}: at`);
    this.#advance([scopeToPath(scope), hash], name);
    this.#counts.tombstone += 1;
    return { scope, hash, at };
  }

  #checkFooter(line: object, name: string): void {
    checkMembers(line, name, ["type", "records", "tombstones", "sha256"]);
    const { records, tombstones, sha256 } = line as ExportFooter;
    const count = { min: 0, integer: true };
    checkNumber(records, `${name}: records`, count);
    checkNumber(tombstones, `${name}: tombstones`, count);
    checkHash(sha256, `${name}: sha256`);
    const { record, tombstone } = this.#counts;
    if (records !== record) {
      throw incomplete(`its footer counts ${records} records, but ${record} came`);
    }
    if (tombstones !== tombstone) {
      throw incomplete(`its footer counts ${tombstones} tombstones, but ${tombstone} came`);
    }
    if (sha256 !== this.#checksum.digest()) {
      throw incomplete("its lines do not have the checksum of its footer, so some were changed");
    }
  }
}

function checkHash(value: unknown, name: string): string {
  if (typeof value === "string" && SHA_256.test(value)) return value;
  throw new MemoryError(
    "invalid-input",
    `${name} must be a SHA-256 in hexadecimal, got ${describe(value)}`,
  );
}

/** What came by then cannot be taken back. */
function incomplete(what: string): MemoryError {
  return new MemoryError(
    "invalid-input",
    `the export is not whole: ${what}; what was read is written, import a whole copy to complete it`,
  );
}
