import type { GrpcLimits } from './grpc/server';

/** What a server of this transport takes, unless its user says otherwise. */
export const TRANSPORT: GrpcLimits = {
  /** One message of the largest legal size, several times over; the original takes 130 MiB. */
  maxRequestBytes: 20 * 1024 * 1024,
  /** An ordered push client holds one receive per queue on one connection. */
  maxStreams: 4_096,
  /** Decoded, with 32 bytes for each header. */
  maxHeaderBytes: 16 * 1024,
  /** Of requests of which only a part has come, all connections together. */
  maxUploadBytes: 256 * 1024 * 1024,
  idleMs: 120_000,
  keepaliveMs: 60_000,
  keepaliveTimeoutMs: 20_000,
  /** For the first frames of a connection, and for each block of headers. */
  handshakeMs: 10_000,
  /** An answer that its client does not take is given up. */
  stuckMs: 60_000,
  /** How often connections are checked for all of these. */
  tendMs: 2_000,
};
