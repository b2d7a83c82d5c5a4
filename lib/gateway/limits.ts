import { LIMITS } from '../model/limits';

/** Limits of the transport; those of the protocol are in lib/model/limits. */
export const TRANSPORT = {
  /** One message of the largest legal size, several times over; the original takes 130 MiB. */
  maxRequestBytes: 20 * 1024 * 1024,
  /** An ordered push client holds one receive per queue on one connection. */
  maxStreams: 4_096,
  /** Decoded, with 32 bytes for each header. */
  maxHeaderBytes: 16 * 1024,
  /** Of requests of which only a part has come, all connections together. */
  maxUploadBytes: 256 * 1024 * 1024,
  maxConnections: 10_000,
  idleMs: 120_000,
  keepaliveMs: 60_000,
  keepaliveTimeoutMs: 20_000,
  /** For the first frames of a connection, and for each block of headers. */
  handshakeMs: 10_000,
  /** An answer that its client does not take is given up. */
  stuckMs: 60_000,
  /** How often connections are checked for all of these. */
  tendMs: 2_000,
  /** A silent connection is closed; real clients send at once. */
  firstByteMs: 10_000,
  /** Unary calls under way at once, per RPC. Source: proxy grpcProducerThreadQueueCapacity and its like. */
  maxRunningCalls: 10_000,
  maxClientIdBytes: 255,
  /** Client ids known at once; one is forgotten after 120 s of silence. */
  maxClients: 20_000,
} as const;

export const LIVENESS = {
  clientSilenceMs: LIMITS.clientSilenceMs,
  scanMs: 10_000,
  renewMs: 5_000,
  /** How often this node reports that it is alive, and its clients. */
  heartbeatMs: 5_000,
  /** How often overdue transactions are looked for. */
  checkTransactionsMs: 1_000,
  /** Open calls and streams of a disabled or expired key end within this time. */
  accessScanMs: 1_000,
  /** How long a change of a message waits for the settings that say which kind of client it is (after a restart). */
  settingsWaitMs: 2_000,
  /** Node clients up to 1.0.8 lose a settings reply that comes before their last route answer. */
  repeatSettingsMs: 400,
} as const;
