import { useSyncExternalStore } from 'react';

/** A change that the server made no use of yet: a file in git manages what it is about. */
export interface OverrideQuestion {
  /** Where the file is. */
  readonly source: string;
  /** A reason that was typed already. */
  readonly suggested: string;
}

/** What goes with a change that is sent again. */
export interface Override {
  readonly override?: string;
}

/** Asks for the reason to change here what a file in git manages. One per tab: all actions report to it. */
class OverrideState {
  #listeners = new Set<() => void>();
  #question: OverrideQuestion | null = null;
  #waiting: ((reason: string | null) => void)[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): OverrideQuestion | null => this.#question;
  readonly serverSnapshot = (): null => null;

  /** @returns null: the file keeps it */
  ask(question: OverrideQuestion): Promise<string | null> {
    this.#set(question);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  answer(reason: string | null): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#set(null);
    for (const resolve of waiting) resolve(reason);
  }

  #set(question: OverrideQuestion | null): void {
    this.#question = question;
    for (const listener of this.#listeners) listener();
  }
}

export const override = new OverrideState();

export function useOverride(): OverrideQuestion | null {
  return useSyncExternalStore(override.subscribe, override.snapshot, override.serverSnapshot);
}
