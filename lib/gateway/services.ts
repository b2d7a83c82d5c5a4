import type { BrokerContext } from '../broker';
import type { MessageTraces } from '../model/cluster/message-traces';
import type { Admission } from './admission';
import type { AccessGate } from './access/gate';
import type { HeldCalls } from './access/held-calls';
import type { AdvertisedAddress } from './codec/endpoints';
import type { FaultLog } from './fault-log';
import type { RefusalPace } from './refusal-pace';
import type { SessionRegistry } from './sessions/registry';
import type { TelemetryStream } from './sessions/session';

/** What every handler gets beside the call. */
export interface GatewayServices {
  readonly ctx: BrokerContext;
  readonly sessions: SessionRegistry;
  /** Every telemetry stream, also those of clients that have left: all must end with OK. */
  readonly open: Set<TelemetryStream>;
  /** Decides which client may call what. */
  readonly gate: AccessGate;
  readonly held: HeldCalls;
  readonly faults: FaultLog;
  readonly admission: Admission;
  readonly pace: RefusalPace;
  /** Null: nothing is traced. */
  readonly traces: MessageTraces | null;
  readonly advertised: AdvertisedAddress;
  /** The wait that consumers are to request. */
  readonly longPollMs: number;
  /** Known once the server listens. */
  readonly listeningPort: () => number;
  /** Aborted when the gateway stops: held receives answer "no message" at once. */
  readonly stopping: AbortSignal;
}
