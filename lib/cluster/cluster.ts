import { BrokerError } from '../model/errors';
import { type Reason, told } from '../model/language/t';
import type { Log } from '../model/log';
import { type AdminCall, Refusal } from './admin/call';
import { clusterInfo } from './admin/cluster-info';
import { runtimeInfo } from './admin/runtime-info';
import type { Answers, BrokerAnswer, SilentBroker } from './topology/answers';
import type { CallsLately } from './topology/call-counts';
import { type NameServerAnswer, NameServers } from './topology/name-servers';
import type { Lane } from './topology/pace';
import { Peer } from './topology/peer';
import { reasonOf } from './topology/reason';
import { Shared } from './topology/shared';
import { type BrokerPlace, keepLost, placeBrokers, type Topology } from './topology/topology';
import { Connection } from './wire/connection';
import type { ClusterTls } from './wire/open-socket';
import { CallFailure } from './wire/failure';
import type { ClusterCredentials } from './wire/signature';

const TOPOLOGY_MS = 30_000;
const ASKED_AGAIN_MS = 1_000;

/** How a cluster is reached, and what may be done there. Changed settings: close it and open it again. */
export interface ClusterOptions {
  /** The workspace's name, in every log line. */
  readonly name: string;
  /** host:port; any one of them answers for all. */
  readonly nameServers: readonly string[];
  /** Announced address to reachable address, both host:port; brokers announce what containers see. */
  readonly addressMap: Readonly<Record<string, string>>;
  readonly credentials: ClusterCredentials | null;
  /** How connections are encrypted; null: they are not. */
  readonly tls: ClusterTls | null;
  /** Where 4.x clients trace to; null: as each broker has it. */
  readonly traceTopic: string | null;
  /** False: every verb that changes something is refused before a byte is sent. */
  readonly allowsChanges: boolean;
  /** About the database's time, without waiting: the asOf of readings, never a decision. */
  readonly now: () => Date;
  readonly log: Log;
}

/** An attached cluster: connections, what was read of its shape, and the pace of calls. Verbs take it first. */
export class Cluster {
  readonly shared = new Shared();
  readonly #nameServers: NameServers;
  readonly #peers = new Map<string, Peer>();
  readonly #alone = new Map<string, Promise<unknown>>();
  #last: Topology | null = null;
  #isClosed = false;

  constructor(readonly options: ClusterOptions) {
    this.#nameServers = new NameServers(
      options.nameServers.map((address) => this.#peer(address)),
      options.name,
    );
  }

  asOf(): string {
    return this.options.now().toISOString();
  }

  /** The brokers, known for half a minute; when no name server answers, as they were last known. */
  async topology(): Promise<Topology> {
    return this.shared.read('topology', TOPOLOGY_MS, async () => {
      try {
        const brokers = await this.#nameServers.ask(clusterInfo, undefined);
        this.#last = keepLost(placeBrokers(brokers, this.options.addressMap, this.asOf()), this.#last);
      } catch (error) {
        if (this.#last === null) throw error;
        this.options.log.warn({ cluster: this.options.name, error: String(error) }, 'no name server answered');
      }
      return this.#last;
    });
  }

  /** @throws BrokerError for what the cluster is to blame for */
  async ask<Input, Output>(broker: string, call: AdminCall<Input, Output>, input: Input, lane?: Lane): Promise<Output> {
    const { brokers } = await this.topology();
    const place = brokers.find(({ name }) => name === broker);
    if (place === undefined)
      throw new BrokerError(
        'not-found',
        told('{cluster} has no broker {broker}.', { cluster: this.options.name, broker }),
        {
          field: 'broker',
          value: broker,
        },
      );
    try {
      return await this.#askPlace(place, call, input, lane);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      throw new BrokerError('unavailable', told('{broker} did not respond: {reason}.', { broker, reason }), {
        cause: error,
      });
    }
  }

  /** The same question to every name server. */
  async askNameServers<Input, Output>(
    call: AdminCall<Input, Output>,
    input: Input,
  ): Promise<readonly NameServerAnswer<Output>[]> {
    this.#requireRight(call);
    return this.#nameServers.askEach(call, input);
  }

  /** The same question to every master, each with its own input when `input` is a function. */
  async askMasters<Input, Output>(call: AdminCall<Input, Output>, input: Input, lane?: Lane): Promise<Answers<Output>> {
    return this.gather((_broker, ask) => ask(call, input), lane);
  }

  /** A conversation with every master at once; what fails at one is missing, and is said. */
  async gather<T>(converse: (broker: string, ask: Ask) => Promise<T>, lane?: Lane): Promise<Answers<T>> {
    const { brokers } = await this.topology();
    const results = await Promise.all(
      brokers.map(async (place) => {
        const ask: Ask = (call, input) => this.#askPlace(place, call, input, lane);
        try {
          return { broker: place.name, value: await converse(place.name, ask) };
        } catch (error) {
          const reason = reasonOf(error);
          if (reason === null) throw error;
          return { broker: place.name, reason };
        }
      }),
    );
    return {
      asOf: this.asOf(),
      parts: results.filter((result): result is BrokerAnswer<Awaited<T>> => 'value' in result),
      silent: results.filter((result): result is SilentBroker => 'reason' in result),
    };
  }

  /** Whether anything answers at an announced address: a refusal is an answer. @returns why not; null: it does */
  async tryAddress(announced: string): Promise<Reason | null> {
    try {
      await this.#peer(this.options.addressMap[announced] ?? announced).ask(runtimeInfo, undefined, 'background');
      return null;
    } catch (error) {
      if (error instanceof Refusal) return null;
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return reason;
    }
  }

  /** One after the other for one name: what compares and then writes. */
  async alone<T>(name: string, change: () => Promise<T>): Promise<T> {
    const before = this.#alone.get(name) ?? Promise.resolve();
    const mine = before.then(change, change);
    this.#alone.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#alone.get(name) === mine) this.#alone.delete(name);
    }
  }

  /** Calls of the last minute. */
  calls(): readonly (CallsLately & { readonly broker: string })[] {
    return (this.#last?.brokers ?? []).flatMap(({ name, address }) => {
      const peer = address === null ? undefined : this.#peers.get(address);
      return peer === undefined ? [] : [{ broker: name, ...peer.counts.read() }];
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { connection } of this.#peers.values()) connection.close();
  }

  async #askPlace<Input, Output>(
    { name, address, lostSince }: BrokerPlace,
    call: AdminCall<Input, Output>,
    input: Input,
    lane?: Lane,
  ): Promise<Output> {
    this.#requireRight(call);
    if (address === null)
      throw new CallFailure(
        'unreachable',
        lostSince === null ? told('{name} has no master now', { name }) : told('{name} has signed off', { name }),
      );
    try {
      return await this.#peer(address).ask(call, input, lane);
    } catch (error) {
      // The master may be elsewhere by now. Thousands of calls to a broker that is away are no reason to ask as often.
      if (error instanceof CallFailure) this.shared.forgetOlder('topology', ASKED_AGAIN_MS);
      throw error;
    }
  }

  #requireRight({ kind }: { readonly kind: 'read' | 'write' }): void {
    if (kind === 'read' || this.options.allowsChanges) return;
    throw new BrokerError(
      'forbidden',
      told('{cluster} is attached for reading only. An administrator can allow changes in its settings.', {
        cluster: this.options.name,
      }),
    );
  }

  #peer(address: string): Peer {
    const existing = this.#peers.get(address);
    if (existing !== undefined) return existing;
    const peer = new Peer(new Connection(address, this.options));
    if (this.#isClosed) peer.connection.close();
    this.#peers.set(address, peer);
    return peer;
  }
}

/** Asks the broker that a conversation is with. */
export type Ask = <Input, Output>(call: AdminCall<Input, Output>, input: Input) => Promise<Output>;

export type { ClusterCredentials, ClusterTls };
