import { BrokerError } from '../../model/errors';
import type { AdminCall } from '../admin/call';
import type { Peer } from './peer';
import { reasonOf } from './reason';

/** Any of them answers for all: the one that answered last is asked first. */
export class NameServers {
  #first = 0;

  constructor(
    private readonly peers: readonly Peer[],
    private readonly cluster: string,
  ) {}

  /** @throws BrokerError unavailable when none answers */
  async ask<Input, Output>(call: AdminCall<Input, Output>, input: Input): Promise<Output> {
    const reasons: string[] = [];
    for (let turn = 0; turn < this.peers.length; turn += 1) {
      const place = (this.#first + turn) % this.peers.length;
      const peer = this.peers[place];
      if (peer === undefined) break;
      try {
        const answer = await peer.ask(call, input);
        this.#first = place;
        return answer;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === null) throw error;
        reasons.push(reason);
      }
    }
    throw new BrokerError('unavailable', `No name server of ${this.cluster} answered: ${reasons.join('; ')}.`);
  }
}
