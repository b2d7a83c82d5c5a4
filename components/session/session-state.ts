import { useSyncExternalStore } from 'react';

/**
 * Whose page this tab shows, and whether that person is still signed in. One per tab: actions and reads report to it.
 */
export interface SessionSnapshot {
  /** E-mail address of the person the page was rendered for; null: not known. */
  readonly person: string | null;
  readonly ended: boolean;
  /** The dialog to sign in is open. */
  readonly asking: boolean;
  /** There is a session, and a change needs that the person proves again who they are. */
  readonly confirming: boolean;
  /** Another account signed in over this page. */
  readonly other: string | null;
}

/** How the dialog ended: signed in as before, as another account, or closed. */
export type SignInOutcome = 'same' | 'other' | 'declined';

const nobody: SessionSnapshot = { person: null, ended: false, asking: false, confirming: false, other: null };

class SessionState {
  #listeners = new Set<() => void>();
  #snapshot = nobody;
  #waiting: ((outcome: SignInOutcome) => void)[] = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SessionSnapshot => this.#snapshot;
  readonly serverSnapshot = (): SessionSnapshot => nobody;

  /** The page was rendered for this person, which also means that there is a session. */
  showsPageOf(person: string | null): void {
    this.#set({ ...nobody, person });
  }

  /** The server answered that there is no session. */
  end(): void {
    if (!this.#snapshot.ended) this.#set({ ended: true });
  }

  /** Opens the dialog; all that ask while it is open get the same answer. */
  ask(): Promise<SignInOutcome> {
    this.#set({ asking: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Opens the dialog although there is a session. */
  confirm(): Promise<SignInOutcome> {
    this.#set({ confirming: true });
    return this.ask();
  }

  decline(): void {
    this.#settle('declined', { asking: false, confirming: false });
  }

  /** The server says who is signed in, which may be because of another tab of this browser. */
  meet(account: string): void {
    const { ended, person, other } = this.#snapshot;
    if (ended || (person !== null && account !== (other ?? person))) this.resume(account);
  }

  /** There is a session again: through the dialog, or in another tab of this browser. */
  resume(account: string): void {
    const same = this.#snapshot.person === null || this.#snapshot.person === account;
    this.#settle(same ? 'same' : 'other', {
      asking: false,
      confirming: false,
      ended: false,
      other: same ? null : account,
    });
  }

  #settle(outcome: SignInOutcome, change: Partial<SessionSnapshot>): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#set(change);
    for (const resolve of waiting) resolve(outcome);
  }

  #set(change: Partial<SessionSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export const session = new SessionState();

export function useSession(): SessionSnapshot {
  return useSyncExternalStore(session.subscribe, session.snapshot, session.serverSnapshot);
}
