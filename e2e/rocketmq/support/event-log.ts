export type Fact = string | number | boolean | null | readonly Fact[];
export type Facts = Readonly<Record<string, Fact>>;

/** What was seen at one step of a scenario. */
export interface Event {
  /** Unique within the scenario: the same step has the same name with every broker. */
  readonly step: string;
  readonly facts: Facts;
  /** How long something took, and how long it should; the comparer allows each broker its own lateness. */
  readonly wait?: { readonly measuredMs: number; readonly dueMs: number };
  readonly atMs: number;
}

export class EventLog {
  readonly events: Event[] = [];
  readonly #startedMs = performance.now();

  note(step: string, facts: Facts, wait?: Event['wait']): void {
    if (this.events.some((event) => event.step === step)) throw new Error(`step ${step} is noted twice`);
    this.events.push({
      step,
      facts,
      atMs: Math.round(performance.now() - this.#startedMs),
      ...(wait && { wait: { measuredMs: Math.round(wait.measuredMs), dueMs: wait.dueMs } }),
    });
  }
}
