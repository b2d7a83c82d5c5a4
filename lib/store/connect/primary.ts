import { Socket } from 'node:net';

import pg, { type ClientConfig } from 'pg';

import { troubleOf, type TroubleKind } from '../database-trouble';
import { describeEndpoint, type Endpoint } from './database-url';

/** A host that answers does so at once; of one that is gone nothing is heard. */
const LOOK_LIMIT_MS = 2_000;

const places = new Map<string, Primary>();

/** Of the hosts of a URL, the one that takes writes; one object for all of its connections. Null: there is one host. */
export function primaryOf(url: string, hosts: readonly Endpoint[], config: ClientConfig): Primary | null {
  if (hosts.length === 1) return null;
  const place = places.get(url) ?? new Primary(hosts, config);
  places.set(url, place);
  return place;
}

/** Remembers which host takes writes until a connection to it is lost, then asks all of them at once. */
export class Primary {
  #found: Promise<Endpoint> | null = null;

  constructor(
    private readonly hosts: readonly Endpoint[],
    private readonly config: ClientConfig,
  ) {}

  /** Connects to the primary, wherever it is asked to connect to. */
  socket(): Socket {
    return new PrimarySocket(this);
  }

  /** It was found that way, and is not so any more. */
  forget(found: Promise<Endpoint>): void {
    if (this.#found === found) this.#found = null;
  }

  find(): Promise<Endpoint> {
    if (this.#found !== null) return this.#found;
    const found = this.#search();
    this.#found = found;
    found.catch(() => this.forget(found));
    return found;
  }

  async #search(): Promise<Endpoint> {
    const refusals: Refusal[] = [];
    const asked = this.hosts.map(async (endpoint) => {
      const refusal = await refusalOf({ ...this.config, ...endpoint });
      if (refusal === null) return endpoint;
      refusals.push({ ...refusal, says: `${describeEndpoint(endpoint)}: ${refusal.says}` });
      throw new Error(refusal.says);
    });
    return await Promise.any(asked).catch((cause: unknown) => {
      // What a person has to mend, such as a password, before what passes by itself.
      const { code } = refusals.find(({ kind }) => kind === null) ?? refusals.find(isReachable) ?? refusals[0] ?? {};
      const says = refusals.map((refusal) => refusal.says).join('; ');
      throw Object.assign(new Error(`no host takes writes (${says})`, { cause }), code === undefined ? {} : { code });
    });
  }
}

interface Refusal {
  readonly says: string;
  readonly code: string | undefined;
  /** Null: it is no trouble of the database that passes by itself. */
  readonly kind: TroubleKind | null;
}

function isReachable({ kind }: Refusal): boolean {
  return kind !== 'unreachable';
}

/** Null: this host takes writes. */
async function refusalOf(config: ClientConfig): Promise<Refusal | null> {
  const limits = { connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS };
  const client = new pg.Client({ ...config, ...limits, application_name: 'redrive-look' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      "SELECT current_setting('transaction_read_only') AS read_only",
    );
    return rows[0]?.read_only === 'off' ? null : { says: 'read-only', code: '25006', kind: 'read-only' };
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return { says: message || String(code), code, kind: troubleOf(error)?.kind ?? null };
  } finally {
    void client.end().catch(() => undefined);
  }
}

class PrimarySocket extends Socket {
  readonly #primary: Primary;
  #found: Promise<Endpoint> | null = null;
  #endedHere = false;

  constructor(primary: Primary) {
    super();
    this.#primary = primary;
    // Unless it was closed because nothing needs it, the next connection asks which host takes writes.
    this.once('close', () => {
      if (!this.#endedHere && this.#found !== null) primary.forget(this.#found);
    });
    // Its own end follows that of the other side, which is not meant here.
    this.once('finish', () => {
      this.#endedHere = !this.readableEnded;
    });
  }

  override connect(): this {
    const found = this.#primary.find();
    this.#found = found;
    found.then(
      ({ host, port }) => {
        if (this.destroyed) return;
        if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`);
        else super.connect(port, host);
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }
}
