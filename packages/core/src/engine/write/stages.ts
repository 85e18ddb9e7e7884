import type { RememberInput } from "../../api/inputs.js";
import type {
  SpaceVector,
  PutOp,
  SpaceOp,
  WriteOp,
  WriteResult,
} from "../../contracts/write-op.js";
import type { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { DateRange } from "../../text/dates/date-range.js";

/** An input that passed the checks and the hooks. */
export interface CheckedInput {
  readonly input: RememberInput;
  /** Position in the caller's list, by which all stages name it. */
  readonly index: number;
  /** Kind of a new record that names none. */
  readonly defaultKind: string;
  /** Demanded version of the keyed record: 0 for none. */
  readonly ifVersion: number | undefined;
  /** `contentHash` of its record, if that is known before the record is built. */
  readonly contentHash: string | undefined;
  /** Index of an earlier input with the same idempotency key or much the same content. */
  readonly repeats: number | undefined;
}

/** An input with everything that its search entry is made of. */
export interface EmbeddedInput extends CheckedInput {
  /** At most one per space; `undefined` if no embedder was asked. */
  readonly vectors: readonly SpaceVector[] | undefined;
  /** True if the store has the vectors of this text and keeps them. */
  readonly isKept: boolean;
  /** True if an embedder failed or was not asked, so that recall does not find it by meaning. */
  readonly isQueued: boolean;
  /** Instant from which workers may embed it, if it is queued. */
  readonly embedAt: Date | undefined;
  /** Times that its text names. */
  readonly dates: readonly DateRange[];
}

/** Inputs that are ready to be planned. */
export interface EmbeddedBatch {
  readonly inputs: readonly EmbeddedInput[];
  /** Records that say what an input says; by its index. These inputs are not written. */
  readonly known: ReadonlyMap<number, MemoryRecord>;
  /** First failure of an embedder. */
  readonly failure: MemoryError | undefined;
  /** Ops that go before the vectors. */
  readonly spaceOps: readonly SpaceOp[];
}

/** A record to be written. */
export interface PlannedPut {
  readonly input: EmbeddedInput;
  readonly op: PutOp;
  /** Position of `op` in the batch. */
  readonly opIndex: number;
}

/** The ops of a batch, and which of them belongs to which input. */
export interface PlannedWrite {
  readonly ops: readonly WriteOp[];
  readonly puts: readonly PlannedPut[];
  /** Reasons for inputs that are not trusted enough to be written, by index. */
  readonly untrusted: ReadonlyMap<number, string>;
  /** Inputs that repeat an earlier one and are not written: its index by theirs. */
  readonly repeats: ReadonlyMap<number, number>;
}

/** A batch that the store has taken. */
export interface WrittenBatch extends PlannedWrite, Pick<EmbeddedBatch, "known" | "failure"> {
  /** As they were written: vectors that do not fit are left out. */
  readonly ops: readonly WriteOp[];
  readonly results: readonly WriteResult[];
}
