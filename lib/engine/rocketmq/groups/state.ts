import { msg, t, told } from '../../../model/language/t';
import { type Differing, readDiffering } from '../../../broker';
import type { ClusterGroup } from '../../../cluster';
import {
  ageReading,
  asStale,
  bound,
  mapReading,
  notOffered,
  type ToldReading,
  stateOf,
  sumReadings,
  unknown,
} from '../../../model/reading';
import { letterGroupIds } from '../../../store/queries/cluster/letter-queue';
import type { GroupFigures, GroupInBrokers, GroupPause, GroupVersion, GroupView } from '../../port/groups';
import type { GroupSample, SampledGroup } from '../clusters/group-sampler';
import type { RocketmqContext } from '../context';
import { noteVersions, type NotedVersion } from './note-versions';
import { type ClusterPause, readPause } from './paused';
import { settingsOfCluster } from './settings';

const NOT_READ = told('no reading yet');
/** A list of hundreds is read in turns; older than this is said to be old. */
export const FRESH_MS = 90_000;

/** What is known of one group; null: nothing was read of it yet. */
export function figuresOfCluster(sampled: SampledGroup | null, now: string): GroupFigures {
  const { last, problem } = sampled ?? { last: null, problem: null };
  const read = <T>(of: (sample: GroupSample) => ToldReading<T>): ToldReading<T> => {
    if (last === null) return unknown(problem ?? NOT_READ, problem === null ? null : now);
    const reading = ageReading(of(last), now, FRESH_MS);
    return problem === null ? reading : asStale(reading, problem);
  };
  return {
    topics: last === null ? [] : topicsOf(last),
    ready: read(({ lag }) => withoutSilent(lag, lag.notDelivered)),
    inFlight: read(({ lag }) => lag.inFlight),
    waiting: read(({ lag }) => withoutSilent(lag, lag.dueRetries)),
    dead: read(({ lag }) => lag.deadLetters),
    lag: read(({ lag }) => withoutSilent(lag, lag.notDelivered)),
    oldestReadyAt: read(({ oldest }) => mapReading(oldest, (found) => found?.storedAt ?? null)),
    clients: read(({ clients }) => sumReadings([clients.grpc, clients.remoting], clients.asOf)),
    held: notOffered(told('a broker delivers every retry that is due')),
    expiring: notOffered(told('brokers remove whole files, not single dead letters')),
    blockedKeys: notOffered(told('brokers know queues, not keys')),
    behindBlocked: notOffered(told('brokers know queues, not keys')),
    unreportedKeys: notOffered(told('brokers know queues, not keys')),
    nextDueAt: null,
    lastDeadAt: null,
    blockedSince: null,
    broadcast: null,
  };
}

/** A topic that is at a silent broker alone is in no sum: what was counted is the least. */
function withoutSilent({ silent, asOf }: GroupSample['lag'], reading: ToldReading<number>): ToldReading<number> {
  if (silent.length === 0 || reading.kind !== 'value' || stateOf(reading) !== 'known') return reading;
  const brokers = silent.map(({ broker }) => broker);
  return bound('atLeast', reading.value, asOf, told('{brokers} did not respond', { brokers }));
}

function topicsOf({ lag }: GroupSample): string[] {
  return lag.topics.filter(({ role }) => role === 'topic').map(({ topic }) => topic);
}

export function inBrokers(group: ClusterGroup, sampled: SampledGroup | null): GroupInBrokers {
  const last = sampled?.last ?? null;
  const reason = sampled?.problem ?? NOT_READ;
  return {
    ...{ settings: group.brokers, differences: group.differences, differsElsewhere: group.differsElsewhere },
    ...{ missingOn: group.missingOn, silent: group.silent },
    kind: last === null ? unknown(reason) : { kind: 'value', value: last.kind, asOf: last.clients.asOf },
    unreadablePolicy: group.brokers.some(({ settings }) => settings?.retryPolicy === null),
    grpcClients: last === null ? unknown(reason) : last.clients.grpc,
    remotingClients: last === null ? unknown(reason) : last.clients.remoting,
  };
}

export function viewOfCluster(
  group: ClusterGroup,
  noted: NotedVersion | undefined,
  pause: ClusterPause | null,
): GroupView {
  return {
    name: group.name,
    ...settingsOfCluster(group),
    version: noted?.version ?? 0,
    createdAt: null,
    updatedAt: noted?.at ?? null,
    paused: pause === null ? null : pauseView(pause),
  };
}

const ELSEWHERE = msg('something other than this console');

function pauseView({ by, reason, at }: ClusterPause): GroupPause {
  return { at, by: by ?? t(ELSEWHERE), reason: reason ?? '' };
}

/** Who made a version; one without an actor was noticed. */
export function versionView({ version, actor, reason, at }: NotedVersion): GroupVersion {
  const noticed = version === 1 ? t('as first seen') : t('noticed: changed elsewhere');
  return { version, actor: actor ?? noticed, reason, at };
}

/** As its clients were last counted; null: they subscribe alike. */
export async function differingInCluster(
  { broker: { store }, engine }: RocketmqContext,
  name: string,
): Promise<Differing | null> {
  const groupId = (await letterGroupIds(store.console, engine.clusterId)).get(name);
  return groupId === undefined ? null : await readDiffering(engine.letters, groupId);
}

/** One group as the brokers have it now, with the version that this is. */
export async function openClusterGroup({ broker, engine }: RocketmqContext, group: ClusterGroup) {
  const noted = (await noteVersions(broker, engine.clusterId, [group])).get(group.name);
  const pause = await readPause(broker, engine.clusterId, group);
  return { noted, view: viewOfCluster(group, noted, pause) };
}
