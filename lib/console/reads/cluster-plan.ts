import 'server-only';
import { supportFor } from '../../cluster';
import { labelsOf, readyRun } from '../../engine';
import { valueOrNull } from '../../model/reading';
import type { RedriveWay } from '../../model/redrive-way';
import type { ClusterReadContext } from '../http/engine';
import { type PlanSelection, toPlanned } from '../schemas/plan-selection';
import type { AskedSelection, PlanInput } from './plan-address';

/** What a plan says of a cluster beside the set: the way, who else gets a copy, and what cannot be known. */
export interface ClusterPlan {
  readonly workspace: string;
  /** "4, all 5.x, ordered"; null: none is connected. */
  readonly clients: string | null;
  readonly clientCount: number;
  /** What who looks at it said that the group has. */
  readonly assumed: '4.x' | '5.x' | null;
  /** Null: no client is connected, and who starts it says which clients the group has. */
  readonly way: RedriveWay | null;
  readonly ways: readonly { readonly way: RedriveWay; readonly why: string | null }[];
  readonly others: readonly {
    readonly group: string;
    readonly clients: number;
    readonly reads: string;
    readonly copies: number;
  }[];
  readonly brokers: readonly { readonly broker: string; readonly count: number }[];
  readonly topics: readonly string[];
  /** Null: a verdict on each message is exact; else why not. */
  readonly bound: string | null;
  /** "broker-a gives 5 retries, broker-b 16" */
  readonly differences: string | null;
  readonly silent: readonly { readonly broker: string; readonly reason: string }[];
  /** The oldest of the set, for a 4.x client to try; null: none can. */
  readonly tryId: number | null;
  readonly isPaused: boolean;
}

export interface PlannedInCluster {
  readonly cluster: ClusterPlan;
  readonly leaveOut: PlanSelection['leaveOut'];
  readonly group: { readonly name: string; readonly isOrdered: boolean; readonly maxRetries: number };
}

/** @throws BrokerError group-not-found, unavailable */
export async function readClusterPlan(
  { engine }: Pick<ClusterReadContext, 'engine'>,
  { group, assumed }: Pick<PlanInput, 'group' | 'assumed'>,
  { throughId, ...base }: AskedSelection,
  leaveOut: PlanSelection['leaveOut'],
): Promise<PlannedInCluster> {
  const selection = { ...toPlanned({ ...base, leaveOut, throughId: 0 }), throughId, group, assumed };
  const ready = await readyRun(engine, selection);
  const { way, ways, kind, clients, facts, group: settings } = ready.way;
  const support = supportFor('redrive-verdict', kind, [...facts.values()]);
  const retries = new Set(settings.brokers.map((each) => each.settings?.maxRetries));
  const [grpc, remoting] = [valueOrNull(clients.grpc) ?? 0, valueOrNull(clients.remoting) ?? 0];
  const { isOrdered, maxRetries, isConsuming } = settings.settings;
  return {
    group: { name: settings.name, isOrdered, maxRetries },
    leaveOut: ready.leaveOut as PlanSelection['leaveOut'],
    cluster: {
      ...{ workspace: engine.name, way, ways, isPaused: !isConsuming },
      assumed: assumed ?? null,
      clientCount: grpc + remoting,
      clients: clientWords(grpc, remoting, isOrdered),
      others: ready.others.map(({ clients: those, ...other }) => ({ ...other, clients: those.length })),
      brokers: ready.parts.flatMap(({ part, label, count }) =>
        part === 'broker' && label !== null ? [{ broker: label, count }] : [],
      ),
      topics: labelsOf(ready.parts, 'topic'),
      bound:
        way === 'topic' ? 'ordered clients show no single delivery' : support.level === 'full' ? null : support.reason,
      differences:
        retries.size < 2
          ? null
          : settings.brokers.map((each) => `${each.broker} gives ${each.settings?.maxRetries ?? 'no'}`).join(', '),
      silent: settings.silent,
      tryId: remoting > 0 ? Number(labelsOf(ready.parts, 'first')[0] ?? 0) || null : null,
    },
  };
}

function clientWords(grpc: number, remoting: number, isOrdered: boolean): string | null {
  if (grpc + remoting === 0) return null;
  const kinds = remoting === 0 ? 'all 5.x' : grpc === 0 ? 'all 4.x' : `${grpc} of 5.x, ${remoting} of 4.x`;
  return `${grpc + remoting}, ${kinds}${isOrdered && grpc > 0 ? ', ordered' : ''}`;
}
