import type { PracticeTally, SendingEnded } from './protocol';
import type { PracticeCause } from './scenario';

export class Tally {
  #sent = 0;
  #sendErrors = 0;
  #consumed = 0;
  #sendingEnded: SendingEnded | null = null;
  readonly #failed: Record<PracticeCause, number> = { PaymentGatewayTimeout: 0, InvalidAddress: 0, RateLimited: 0 };

  sent(): void {
    this.#sent += 1;
  }

  notSent(): void {
    this.#sendErrors += 1;
  }

  consumed(): void {
    this.#consumed += 1;
  }

  failed(cause: PracticeCause): void {
    this.#failed[cause] += 1;
  }

  endSending(limitMs: number): void {
    this.#sendingEnded = { limitMs };
  }

  get(): PracticeTally {
    return {
      sent: this.#sent,
      consumed: this.#consumed,
      failed: { ...this.#failed },
      sendErrors: this.#sendErrors,
      sendingEnded: this.#sendingEnded,
    };
  }
}
