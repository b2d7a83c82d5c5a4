import { BrokerError } from '../../model/errors';
import { joined, type Reason, told } from '../../model/language/t';
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
    const reasons: Reason[] = [];
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
    throw new BrokerError(
      'unavailable',
      told('No name server of {cluster} responded: {reasons}.', { cluster: this.cluster, reasons: joined(reasons) }),
    );
  }

  /** All of them: each keeps its own table. */
  async askEach<Input, Output>(
    call: AdminCall<Input, Output>,
    input: Input,
  ): Promise<readonly NameServerAnswer<Output>[]> {
    return Promise.all(
      this.peers.map(async (peer) => {
        const { address } = peer.connection;
        try {
          return { address, value: await peer.ask(call, input) };
        } catch (error) {
          const reason = reasonOf(error);
          if (reason === null) throw error;
          return { address, reason };
        }
      }),
    );
  }
}

/** With a reason: it gave no answer, or refused. */
export type NameServerAnswer<T> =
  | { readonly address: string; readonly value: T }
  | { readonly address: string; readonly reason: Reason };
