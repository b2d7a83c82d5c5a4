import type { LiveChange } from '../../model/live-change';

/** A slow tab must not use memory of the server: beyond this, "everything of this kind changed". */
const MAX_PENDING = 300;

/** Changes that wait to be sent to one tab, each at most once. */
export class Outbox {
  readonly #pending = new Map<string, LiveChange>();

  add(change: LiveChange): void {
    if (this.#pending.size >= MAX_PENDING) {
      this.#pending.set(change.kind, { kind: change.kind });
      return;
    }
    this.#pending.set(
      `${change.kind} ${change.group ?? ''} ${change.messageId ?? ''} ${change.redriveId ?? ''}`,
      change,
    );
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0;
  }

  take(): LiveChange[] {
    const changes = [...this.#pending.values()];
    this.#pending.clear();
    return changes;
  }
}
