import { Budget } from './budget';
import { ConnectionFault, ERROR } from './frames';

/** What a peer does once in a while, and what it may not do without end: the connection ends then. */
export class PeerBudgets {
  readonly #cancels = new Budget(4_096, 100);
  readonly #useless = new Budget(10_000, 1_000);
  /** Bytes. Headers that are somewhat too large are refused call by call; references to a large one add up. */
  readonly #excess = new Budget(16 * 1024 * 1024, 1024 * 1024);
  readonly #givenUp = new Budget(32, 0.1);

  /** A stream that the peer cancels. @throws ConnectionFault */
  cancelled(nowMs: number): void {
    spend(this.#cancels, nowMs, 1, 'too many streams are reset');
  }

  /** A frame that asks for nothing, or for what is refused. @throws ConnectionFault */
  useless(nowMs: number): void {
    spend(this.#useless, nowMs, 1, 'too many frames without use');
  }

  /** Bytes of headers over their limit, decoded. @throws ConnectionFault */
  excess(nowMs: number, bytes: number): void {
    if (bytes > 0) spend(this.#excess, nowMs, bytes, 'headers that are too large');
  }

  /** An answer that the peer did not take. @throws ConnectionFault */
  givenUp(nowMs: number): void {
    spend(this.#givenUp, nowMs, 1, 'too many answers are not read');
  }
}

function spend(budget: Budget, nowMs: number, amount: number, why: string): void {
  if (!budget.take(nowMs, amount)) throw new ConnectionFault(ERROR.ENHANCE_YOUR_CALM, why);
}
