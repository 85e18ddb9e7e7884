/** The part of an OpenTelemetry `Span` that is used. */
export interface Span {
  /** Sets attributes. */
  setAttributes(attributes: Readonly<Record<string, string | number | boolean>>): unknown;
  /** Sets the outcome; code 2 is an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends it. */
  end(): void;
}

/** The part of an OpenTelemetry `Tracer` that is used, so that Kioku needs no package of theirs. */
export interface Tracer {
  /** Runs a function inside a new span, and returns what it returns. */
  startActiveSpan<T>(name: string, options: SpanOptions, run: (span: Span) => T): T;
}

/** Options of a new span. */
export interface SpanOptions {
  /** `SpanKind` of OpenTelemetry: 0 is internal, 2 is client. */
  readonly kind: number;
  /** Attributes known at the start. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}
