import type { MemoryErrorCode, SkillEvent, SkillLog } from "@kioku/core";
import type { SkillMatch } from "@kioku/core/toolkit";

/** A thrown value on its way between a worker and the host. */
export type SentError =
  | {
      readonly kind: "error";
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly cause: SentError | undefined;
      /** Present for a `MemoryError`. */
      readonly code: MemoryErrorCode | undefined;
      readonly retryable: boolean;
      readonly details: object | undefined;
    }
  | { readonly kind: "value"; readonly value: unknown };

/** Start of a worker. */
export interface WorkerStart {
  readonly input: unknown;
  readonly skill: string;
  readonly event: SkillEvent | undefined;
  readonly match: SkillMatch | undefined;
  readonly nowMs: number;
  /** Paths of the shared memory and of the corner of the skill. */
  readonly scopes: Readonly<Record<"memory" | "state", readonly string[]>>;
  readonly memoryVerbs: readonly string[];
  readonly contextVerbs: readonly string[];
  /** Number of messages that the host has not handled, as an `Int32Array` of one. */
  readonly pending: SharedArrayBuffer;
  /** Number of them at which the worker waits. */
  readonly maxPending: number;
  /** Longest message that it sends, in bytes. */
  readonly maxBytes: number;
  /** Longest text that it prints into the log, in UTF-16 units. */
  readonly maxPrinted: number;
}

/** A verb of the context or of a memory, called in the worker. */
export interface VerbCall {
  readonly type: "call";
  readonly id: number;
  readonly target: "context" | "memory" | "state";
  /** Path below the memory. */
  readonly path: readonly string[];
  readonly verb: string;
  readonly given: readonly unknown[];
  /** Index of the argument that has a signal; -1 if none has. */
  readonly signalAt: number;
}

/** Messages of a worker about its call. */
export type WorkerResult =
  | { readonly type: "output"; readonly value: unknown }
  | { readonly type: "generator" }
  | { readonly type: "step"; readonly done: boolean; readonly value: unknown }
  | { readonly type: "declined"; readonly reason: unknown }
  | { readonly type: "failed"; readonly error: SentError };

/** Messages of a worker. */
export type WorkerMessage =
  | WorkerResult
  | VerbCall
  | { readonly type: "cancel"; readonly id: number }
  | {
      readonly type: "log";
      readonly level: keyof SkillLog;
      readonly message: string;
      readonly data: unknown;
    };

/** Answer to a verb. */
export type VerbAnswer = {
  readonly type: "answer";
  readonly id: number;
  readonly nowMs: number;
} & (
  | { readonly error: SentError }
  | {
      readonly error?: undefined;
      readonly value: unknown;
      /** Members of a list beside its items. */
      readonly members?: Readonly<Record<string, unknown>>;
    }
);

/** Messages of the host. */
export type HostMessage =
  | VerbAnswer
  | { readonly type: "abort"; readonly reason: SentError }
  | { readonly type: "next" }
  | { readonly type: "return" };
