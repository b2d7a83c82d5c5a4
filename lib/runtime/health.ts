import { VERSION } from '../model/version';
import type { BrokerHealth, DatabaseHealth, NodeState } from './processes/messages';
import { describeGateway, describeProcesses } from './processes/node-state';

/** Without one of these a node is not ready. */
type Part = 'database' | 'broker' | 'workers' | 'gateway';
/**
 * Without these it works: messages of other nodes come later, clients of a process that ended connect again, and what
 * needs one more connection to the database fails.
 */
type Accelerator = 'connections' | 'wakeUps' | 'processes';

/** Of a part that is switched off, which leaves a node ready. */
const ATTACH_ONLY = 'off: REDRIVE_EMBEDDED_BROKER is false';

export interface Health {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly version: string;
  /** Per part: "ready", or why not; of a gateway also that it is off. */
  readonly parts: Readonly<Record<Part | Accelerator, string>>;
}

/**
 * The health of a node from what its broker processes say of themselves.
 * @param own what the asking process knows of the database
 */
export function nodeHealth(node: NodeState, answers: readonly BrokerHealth[], own?: DatabaseHealth): Health {
  const gateway = describeGateway(node);
  // The console alone lacks a connection: clients are served.
  const isServed = own?.connections !== 'ready' && answers.some(({ database }) => database === 'ready');
  const processes = own === undefined ? answers : [isServed ? { ...own, database: 'ready' } : own, ...answers];
  const unwell = (part: keyof DatabaseHealth): string[] => [
    ...new Set(processes.map((process) => process[part]).filter((says) => says !== 'ready')),
  ];
  const lagging = answers.map((answer) => answer.lagging).find((names) => names !== null);
  const downMs = answers.map(({ wakeUpsDownMs }) => wakeUpsDownMs ?? -1);
  const longestMs = Math.max(-1, ...downMs);
  const gatewayPart = gateway === 'ready' && node.isAttachOnly === true ? ATTACH_ONLY : gateway;
  return summarizeHealth({
    database: [...(node.postgres === null ? [] : [node.postgres]), ...unwell('database')].join('; ') || 'ready',
    broker: answers.length > 0 ? 'ready' : gateway === 'ready' ? 'no broker process answers' : gateway,
    workers:
      lagging === undefined
        ? 'no process runs them'
        : lagging.length === 0
          ? 'ready'
          : `no pass lately: ${lagging.join(', ')}`,
    gateway: gatewayPart,
    connections: unwell('connections').join('; ') || 'ready',
    wakeUps: describeWakeUps(longestMs < 0 ? null : longestMs),
    processes: describeProcesses(node),
  });
}

export function summarizeHealth(parts: Health['parts']): Health {
  const { connections, wakeUps, processes, ...needed } = parts;
  const isReady = Object.values(needed).every((state) => state === 'ready' || state === ATTACH_ONLY);
  const isWhole = [connections, wakeUps, processes].every((state) => state === 'ready');
  return { status: !isReady ? 'unavailable' : isWhole ? 'ready' : 'degraded', version: VERSION, parts };
}

/** A degraded node serves its clients: it stays behind its load balancer. */
export function httpStatusOf({ status }: Health): number {
  return status === 'unavailable' ? 503 : 200;
}

/** @param downForMs for how long no hint has arrived; null: they arrive */
function describeWakeUps(downForMs: number | null): string {
  if (downForMs === null) return 'ready';
  const seconds = Math.round(downForMs / 1000);
  return (
    `no wake-up connection to the database for ${seconds} s: messages sent through other nodes wait ` +
    'for the next poll (1 s)'
  );
}

/** What to answer when there is no runtime to ask. */
export function describeAbsence(reason: string): Health {
  const [database, broker, workers, gateway] = [reason, reason, reason, reason];
  const [connections, wakeUps, processes] = [reason, reason, reason];
  return summarizeHealth({ database, broker, workers, gateway, connections, wakeUps, processes });
}
