export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log lines: a fixed message and fields, never an assembled sentence. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}
