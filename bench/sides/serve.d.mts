export interface Moved {
  readonly count: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Step = () => Promise<number>;

export function serve(
  works: Readonly<Record<string, (request: never) => Promise<object>>>,
  close: () => Promise<void>,
): Promise<void>;
export function during(seconds: number, callers: number, step: Step): Promise<Moved>;
export function until(count: number, callers: number, step: Step): Promise<Moved>;
