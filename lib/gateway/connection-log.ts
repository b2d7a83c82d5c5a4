import type { Log } from '../model/log';

/** At most one line per kind in this time: clients retry for ever. */
const QUIET_MS = 60_000;
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

const SAID = {
  remoting: 'a client speaks the remoting protocol of RocketMQ 4; use a 5.x client (gRPC)',
  http1: 'a client speaks HTTP/1; this port takes gRPC over HTTP/2 (RocketMQ 5 clients), the console has its own port',
  unknown: 'a client speaks neither TLS nor HTTP/2; this port takes gRPC (RocketMQ 5 clients)',
  'tls-only': 'a client without TLS was refused, because REDRIVE_TLS_ONLY is true',
  plaintext:
    'a client connected without TLS from another machine: anyone on the network path can read its ' +
    'messages and use its ' +
    'signature; switch TLS on in the client and set REDRIVE_TLS_ONLY=true',
} as const;

export type ConnectionFinding = keyof typeof SAID;

/** Logs which connections were refused and why, and which accepted ones can be eavesdropped. */
export class ConnectionLog {
  readonly #log: Log;
  readonly #entries = new Map<ConnectionFinding, { loggedAtMs: number; suppressed: number }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Plaintext that never leaves this machine is fine. */
  connectedInPlaintext(address: string): void {
    if (!LOOPBACK.test(address)) this.note('plaintext', address);
  }

  note(finding: ConnectionFinding, address: string, nowMs = performance.now()): void {
    const entry = this.#entries.get(finding);
    if (entry !== undefined && nowMs - entry.loggedAtMs < QUIET_MS) {
      entry.suppressed += 1;
      return;
    }
    this.#entries.set(finding, { loggedAtMs: nowMs, suppressed: 0 });
    this.#log.warn({ address, suppressed: entry?.suppressed ?? 0 }, SAID[finding]);
  }
}
