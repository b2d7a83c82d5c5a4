import { told } from '../../model/language/t';
import { BrokerError } from '../../model/errors';

/** A browser opens one stream for each visible tab. */
export const streamLimits = { perOwner: 20, inAll: 1000 } as const;

/** Counts open streams: one session may not open all of them. */
export class StreamPlaces {
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(private readonly limits: { readonly perOwner: number; readonly inAll: number } = streamLimits) {}

  /** @returns gives the place back, once @throws BrokerError too-many-requests */
  take(owner: string): () => void {
    const own = this.#taken.get(owner) ?? 0;
    if (own >= this.limits.perOwner)
      throw new BrokerError(
        'too-many-requests',
        told('This session has {own, number} live streams open; at most {most, number} are allowed. Close some tabs.', {
          own,
          most: this.limits.perOwner,
        }),
        { field: 'streams of this session', limit: this.limits.perOwner, value: own },
      );
    if (this.#all >= this.limits.inAll)
      throw new BrokerError(
        'too-many-requests',
        told('This node has {all, number} live streams open; at most {most, number} are allowed.', {
          ...{ all: this.#all, most: this.limits.inAll },
        }),
        { field: 'streams of this node', limit: this.limits.inAll, value: this.#all },
      );
    this.#taken.set(owner, own + 1);
    this.#all += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all -= 1;
      const left = (this.#taken.get(owner) ?? 1) - 1;
      if (left === 0) this.#taken.delete(owner);
      else this.#taken.set(owner, left);
    };
  }
}
