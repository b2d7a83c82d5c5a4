import type { Grant } from '../call';
import { CLIENT_TYPE, FILTER_TYPE, LANGUAGE } from '../proto/codes';
import type { Settings, TelemetryCommand } from '../proto/wire';
import { Pace } from './pace';

export type ClientKind = 'producer' | 'push' | 'simple';

/** A client as the console shows it. */
export interface ConnectedClient {
  readonly clientId: string;
  readonly group: string | null;
  readonly kind: ClientKind;
  readonly topics: readonly string[];
  /** Of a consumer that names its tags: what it subscribes to. */
  readonly filters: readonly SubscribedFilter[];
  readonly language: string;
  readonly version: string;
  readonly address: string;
  /** The name of its access key; null: it came without one. */
  readonly accessKey: string | null;
  /** Since its last call. */
  readonly silentMs: number;
  /** Since its first call to this process. */
  readonly connectedMs: number;
}

export interface SubscribedFilter {
  readonly topic: string;
  readonly kind: 'tags' | 'sql';
  readonly expression: string;
}

/** The writing end of one telemetry stream. */
export interface TelemetryStream {
  /** @returns whether it was written; false: the client is gone */
  push(command: TelemetryCommand): Promise<boolean>;
  end(): void;
}

const MAX_TOPICS_SHOWN = 256;

/** What this process knows of one client id: its settings, its streams, when it was last seen. */
export class ClientSession {
  readonly clientId: string;
  readonly streams = new Set<TelemetryStream>();
  /** Messages that it received and acknowledged. */
  readonly received = new Pace();
  readonly acknowledged = new Pace();
  /** On the monotonic clock. */
  readonly sinceMs: number;
  #lastSeenMs: number;
  #address: string;
  #grant: Grant;
  #settings: Settings | null = null;
  #kindByCalls: ClientKind | null = null;
  #groupByCalls: string | null = null;
  #started = false;
  #turn: Promise<unknown> = Promise.resolve();
  #sent: { readonly version: number; readonly atMs: number; readonly adapted: boolean } | null = null;

  constructor(clientId: string, address: string, nowMs: number, grant: Grant) {
    this.clientId = clientId;
    this.#lastSeenMs = nowMs;
    this.sinceMs = nowMs;
    this.#address = address;
    this.#grant = grant;
  }

  /** On the monotonic clock. */
  get lastSeenMs(): number {
    return this.#lastSeenMs;
  }

  /** The key of its latest call; the same key for all of them, though its secret may change. */
  get grant(): Grant {
    return this.#grant;
  }

  get settings(): Settings | null {
    return this.#settings;
  }

  /** Known from its settings; before they came (a new process), from its calls. */
  get kind(): ClientKind | null {
    switch (this.#settings?.clientType) {
      case CLIENT_TYPE.PRODUCER:
        return 'producer';
      case CLIENT_TYPE.PUSH_CONSUMER:
      case CLIENT_TYPE.LITE_PUSH_CONSUMER:
        return 'push';
      case CLIENT_TYPE.SIMPLE_CONSUMER:
      case CLIENT_TYPE.LITE_SIMPLE_CONSUMER:
        return 'simple';
      default:
        return this.#kindByCalls;
    }
  }

  /** It subscribes lite topics. */
  get isLite(): boolean {
    const type = this.#settings?.clientType;
    return type === CLIENT_TYPE.LITE_PUSH_CONSUMER || type === CLIENT_TYPE.LITE_SIMPLE_CONSUMER;
  }

  get group(): string | null {
    return this.#settings?.subscription?.group?.name ?? this.#groupByCalls;
  }

  /** One after the other: a set that a client sends must not undo the change that it sent after it. */
  async inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }

  touch(address: string, nowMs: number, grant: Grant): void {
    this.#address = address;
    this.#grant = grant;
    this.#lastSeenMs = nowMs;
  }

  /** It has made a call that only a fully started client makes. */
  get started(): boolean {
    return this.#started;
  }

  /** A call that only one kind of client makes. */
  observe(kind: ClientKind, group: string | null): void {
    this.#started = true;
    this.#kindByCalls = kind;
    this.#groupByCalls = group ?? this.#groupByCalls;
  }

  apply(settings: Settings): void {
    this.#settings = settings;
  }

  /** The settings of its group went out to it. */
  noteSent(version: number, adapted: boolean, nowMs: number): void {
    this.#sent = { version, adapted, atMs: nowMs };
  }

  /** The settings of its group that it was last sent; null: none by this process. */
  sent(nowMs: number): { readonly version: number; readonly agoMs: number; readonly adapted: boolean } | null {
    if (this.#sent === null) return null;
    const { version, adapted, atMs } = this.#sent;
    return { version, adapted, agoMs: nowMs - atMs };
  }

  push(command: TelemetryCommand): void {
    for (const stream of this.streams) void stream.push(command);
  }

  /** Null until it has introduced itself; a late call of a client that has ended does not restore it. */
  describe(): ConnectedClient | null {
    const kind = this.kind;
    if (kind === null || this.#settings === null) return null;
    const { userAgent, publishing, subscription } = this.#settings;
    const topics = publishing?.topics ?? subscription?.subscriptions?.map(({ topic }) => topic ?? {}) ?? [];
    return {
      clientId: this.clientId,
      group: this.group,
      kind,
      topics: topics.slice(0, MAX_TOPICS_SHOWN).map(({ name }) => name ?? ''),
      filters: (subscription?.subscriptions ?? []).slice(0, MAX_TOPICS_SHOWN).map(({ topic, expression }) => ({
        topic: topic?.name ?? '',
        kind: expression?.type === FILTER_TYPE.SQL ? 'sql' : 'tags',
        expression: expression?.expression ?? '*',
      })),
      language: languageName(userAgent?.language),
      version: userAgent?.version ?? '',
      address: this.#address,
      accessKey: this.#grant?.name ?? null,
      silentMs: performance.now() - this.#lastSeenMs,
      connectedMs: performance.now() - this.sinceMs,
    };
  }
}

function languageName(number: number | undefined): string {
  return Object.entries(LANGUAGE).find(([, value]) => value === number)?.[0] ?? 'unknown';
}
