import { Socket } from 'node:net';

import pg, { type ClientConfig } from 'pg';

import { describeEndpoint, type Endpoint } from './database-url';

/** A host that answers does so at once; of one that is gone nothing is heard. */
const LOOK_LIMIT_MS = 2_000;

const places = new Map<string, Primary>();

/** Of the hosts of a URL, the one that takes writes; one object for all connections to them. Null: there is one host. */
export function primaryOf(hosts: readonly Endpoint[], config: ClientConfig): Primary | null {
  if (hosts.length === 1) return null;
  const key = JSON.stringify([hosts, config.user, config.database]);
  const place = places.get(key) ?? new Primary(hosts, config);
  places.set(key, place);
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

  forget(): void {
    this.#found = null;
  }

  find(): Promise<Endpoint> {
    const found = (this.#found ??= this.#search());
    found.catch(() => {
      if (this.#found === found) this.#found = null;
    });
    return found;
  }

  async #search(): Promise<Endpoint> {
    const answers: string[] = [];
    const asked = this.hosts.map(async (endpoint) => {
      const refusal = await refusalOf({ ...this.config, ...endpoint });
      if (refusal === null) return endpoint;
      answers.push(`${describeEndpoint(endpoint)}: ${refusal}`);
      throw new Error(refusal);
    });
    return await Promise.any(asked).catch((error: unknown) => {
      throw Object.assign(new Error(`no host takes writes (${answers.join('; ')})`, { cause: error }), {
        code: 'ECONNREFUSED',
      });
    });
  }
}

/** Null: this host takes writes. */
async function refusalOf(config: ClientConfig): Promise<string | null> {
  const limits = { connectionTimeoutMillis: LOOK_LIMIT_MS, query_timeout: LOOK_LIMIT_MS };
  const client = new pg.Client({ ...config, ...limits, application_name: 'redrive-look' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      "SELECT current_setting('transaction_read_only') AS read_only",
    );
    return rows[0]?.read_only === 'off' ? null : 'read-only';
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    return message || String(code);
  } finally {
    void client.end().catch(() => undefined);
  }
}

class PrimarySocket extends Socket {
  constructor(private readonly primary: Primary) {
    super();
    // Whatever ended it: the next connection asks which host takes writes.
    this.once('close', () => primary.forget());
  }

  override connect(): this {
    this.primary.find().then(
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
