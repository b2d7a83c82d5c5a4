import { LIMITS } from '../model/limits';

/** Limits of connections and calls beside those of lib/transport; those of the protocol are in lib/model/limits. */
export const GATEWAY = {
  maxConnections: 10_000,
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
