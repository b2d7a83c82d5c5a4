import type { SdkName } from './builds';

/** In what the SDKs differ. */
interface Peculiarities {
  /** What a producer waits between the tries of a refused message; none: it is tried once. */
  readonly throttleWaitsMs: readonly number[];
  /** It has a push consumer. */
  readonly pushes: boolean;
  /** An ordered push consumer counts its tries in the messages it shows. */
  readonly countsOrderedTries: boolean;
  /** A push consumer follows the changes of its group. */
  readonly hearsOfChanges: boolean;
  /** A simple consumer has changeInvisibleDuration. */
  readonly changes: boolean;
  /** A simple consumer says so when its ack is refused. */
  readonly tellsRefusedAcks: boolean;
}

const ONCE: readonly number[] = [];

export const PECULIARITIES: Record<SdkName, Peculiarities> = {
  go: {
    throttleWaitsMs: [1_000, 1_600],
    pushes: true,
    countsOrderedTries: true,
    hearsOfChanges: true,
    changes: true,
    tellsRefusedAcks: false,
  },
  python: {
    throttleWaitsMs: ONCE,
    pushes: true,
    countsOrderedTries: false,
    hearsOfChanges: false,
    changes: true,
    tellsRefusedAcks: true,
  },
  rust: {
    throttleWaitsMs: ONCE,
    pushes: false,
    countsOrderedTries: false,
    hearsOfChanges: false,
    changes: false,
    tellsRefusedAcks: true,
  },
};
