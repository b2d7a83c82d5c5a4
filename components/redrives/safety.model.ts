import { formatCount, plural } from '@/components/ui/number.model';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { readRate, type StartDraft } from './start.model';

export interface SafetyCheck {
  readonly kind: 'passed' | 'warning' | 'unknown';
  readonly title: string;
  readonly note: string;
}

/** What the broker knows, with its numbers; what it cannot know it asks the operator. Pure. */
export function safetyChecks(plan: RedrivePlanView, draft: StartDraft): SafetyCheck[] {
  if (plan.cluster !== null) return clusterChecks(plan, plan.cluster);
  if (draft.topic !== null)
    return [
      {
        kind: 'warning',
        title: 'Their outcome is not followed',
        note: 'the verdict ends at “sent to the topic”; canary and stop rule need verdicts, so there are none',
      },
      effects(),
    ];
  return [
    ...pausedGroup(plan),
    consumers(plan),
    fix(plan),
    retries(plan),
    deaths(plan),
    room(plan, draft),
    ...downstream(plan),
    ...before(plan),
    ...ordered(plan),
    effects(),
  ];
}

/** What a cluster shows of a group, and what it cannot. */
function clusterChecks(plan: RedrivePlanView, cluster: NonNullable<RedrivePlanView['cluster']>): SafetyCheck[] {
  const { bound, differences, silent, way, isPaused } = cluster;
  const checks: (SafetyCheck | null)[] = [
    isPaused
      ? { kind: 'warning', title: `${plan.group} is paused`, note: 'no client would receive anything; resume it first' }
      : null,
    cluster.clients === null
      ? { kind: 'warning', title: `No client of ${plan.group} is connected`, note: 'the copies wait for one' }
      : { kind: 'passed', title: `Clients connected: ${cluster.clients}`, note: 'the way follows from them' },
    deaths(plan),
    bound === null
      ? { kind: 'passed', title: 'Each message gets an exact verdict', note: 'from what the brokers write down' }
      : { kind: 'unknown', title: 'Some verdicts end at “delivered, not failed so far”', note: bound },
    differences === null
      ? null
      : {
          kind: 'warning',
          title: 'The brokers differ',
          note: `${differences} retries: letters die sooner at one of them`,
        },
    ...silent.map(({ broker, reason }): SafetyCheck => ({
      kind: 'warning',
      title: `${broker} does not answer`,
      note: reason,
    })),
    way === 'send-back'
      ? { kind: 'warning', title: 'Order is not kept', note: 'each comes back by itself, with one retry fewer' }
      : way === 'topic'
        ? {
            kind: 'passed',
            title: 'Copies of one key keep their order',
            note: 'they go into one queue, one after another',
          }
        : null,
    { kind: 'unknown', title: 'Is the fix out? Unknown', note: 'brokers do not say on which clients they died' },
    {
      kind: 'warning',
      title: 'What is sent cannot be recalled',
      note: 'a log keeps it; what is not sent can be cancelled',
    },
    effects(),
  ];
  return checks.filter((check) => check !== null);
}

function pausedGroup({ group, evidence: { paused } }: RedrivePlanView): SafetyCheck[] {
  if (paused === null) return [];
  return [
    {
      kind: 'warning',
      title: `${group} is paused`,
      note: `by ${paused.by}: “${paused.reason}”. No client would receive anything; resume it first`,
    },
  ];
}

function consumers({ group, evidence: { consumers: online, sdks } }: RedrivePlanView): SafetyCheck {
  if (online.kind === 'unknown') return { kind: 'unknown', title: 'Consumers online: unknown', note: online.reason };
  if (online.value === 0)
    return {
      kind: 'warning',
      title: `No consumer of ${group} is online`,
      note: 'nothing is fetched until one comes; the stop rule ends the run after 2 min, and you can recall all of it',
    };
  return {
    kind: 'passed',
    title: `${plural(online.value, 'consumer')} of ${group} online`,
    note: sdks.length === 0 ? 'connected to other nodes' : `SDK ${sdks.join(', ')}`,
  };
}

/** Whether something changed since they died: other clients than before, or a version that they reported. */
function fix({ evidence: { failedClients, failedVersions, consumers: online } }: RedrivePlanView): SafetyCheck {
  const versions = failedVersions.length === 0 ? '' : `; they failed on ${failedVersions.join(', ')}`;
  if (failedClients.of === 0)
    return { kind: 'unknown', title: 'Is the fix out? Unknown', note: 'which clients they died on is not on record' };
  const { of, connected } = failedClients;
  if (connected === 0 && online.kind !== 'unknown' && online.value > 0)
    return {
      kind: 'passed',
      title: 'All consumers came after the deaths',
      note: `none of the ${formatCount(of)} that failed is connected any more${versions}`,
    };
  if (connected === 0)
    return { kind: 'unknown', title: 'Is the fix out? Unknown', note: `no consumer to compare with${versions}` };
  return {
    kind: 'warning',
    title:
      connected === of
        ? `The ${of === 1 ? 'client that failed still runs' : `${formatCount(of)} clients that failed still run`}`
        : `${formatCount(connected)} of the ${formatCount(of)} clients that failed still ${connected === 1 ? 'runs' : 'run'}`,
    note: `since before the newest deaths${versions}`,
  };
}

function retries({ evidence: { retries: read }, causes }: RedrivePlanView): SafetyCheck {
  const which = causes.length === 1 ? 'Retries of this cause' : 'Retries of these causes';
  if (read.kind === 'unknown') return { kind: 'unknown', title: `${which}: unknown`, note: read.reason };
  const { succeeded, failed, since, lastFailedAt } = read.value;
  const window = `since ${clock(since)}`;
  if (succeeded + failed === 0)
    return { kind: 'unknown', title: `${which}: none ended lately`, note: `${window}; the canary will tell` };
  const title = `${which} succeed: ${formatCount(succeeded)} of ${formatCount(succeeded + failed)}`;
  const last = lastFailedAt === null ? 'none failed' : `last failure ${clock(lastFailedAt)}`;
  return { kind: failed === 0 ? 'passed' : 'warning', title, note: `${window}; ${last}` };
}

function deaths({ diedSince, evidence: { lastDeathAt, asOf } }: RedrivePlanView): SafetyCheck {
  if (diedSince > 0)
    return {
      kind: 'warning',
      title: 'It still happens',
      note: `${formatCount(diedSince)} more died since the set was frozen; they are not in it`,
    };
  return {
    kind: 'passed',
    title: lastDeathAt === null ? 'Nothing else is dead' : `Nothing has died since ${clock(lastDeathAt)}`,
    note: `0 since the set was frozen, as of ${clock(asOf)}`,
  };
}

function room({ evidence: { live, most, refused, roomDays } }: RedrivePlanView, draft: StartDraft): SafetyCheck {
  const rate = readRate(draft.rate).value;
  if (refused.count > 0)
    return {
      kind: 'warning',
      title: 'Limits throttle the consumers',
      note: `${formatCount(refused.count)} receives were refused in 5 min${refused.by === null ? '' : ` by ${refused.by}`}`,
    };
  if (most.kind === 'unknown') return { kind: 'unknown', title: 'Headroom: unknown', note: most.reason };
  if (rate === null)
    return {
      kind: 'warning',
      title: 'No rate limit',
      note: `the group did at most ${perSecond(most.value.perSecond)} in ${roomDays} days`,
    };
  const own = live.kind === 'unknown' ? 0 : live.value;
  const beside = live.kind === 'unknown' ? 'an unknown live rate' : `${perSecond(own)} live`;
  const note = `${rate} beside ${beside}; most in ${roomDays} days: ${perSecond(most.value.perSecond)}`;
  return own + rate <= most.value.perSecond
    ? { kind: 'passed', title: 'There is headroom', note }
    : { kind: 'warning', title: 'Faster than the group has handled so far', note };
}

/** More than one delivery per message: what the consumer calls gets as much more. */
function downstream({ evidence: { amplification } }: RedrivePlanView): SafetyCheck[] {
  if (amplification.kind === 'unknown' || amplification.value < 1.05) return [];
  return [
    {
      kind: 'warning',
      title: `${amplification.value.toFixed(1)} deliveries per message now`,
      note: 'the services that consumers call get as much extra load',
    },
  ];
}

function before({ breakdown }: RedrivePlanView): SafetyCheck[] {
  const again = breakdown.filter(({ part, label }) => part === 'earlier' && label !== null);
  const count = again.reduce((sum, row) => sum + row.count, 0);
  if (count === 0) return [];
  return [
    {
      kind: 'warning',
      title: 'Some died again before',
      note: `${formatCount(count)} were re-driven in ${again.map(({ label }) => `RD-${label}`).join(', ')}`,
    },
  ];
}

function ordered({ ordered: inOrder, breakdown }: RedrivePlanView): SafetyCheck[] {
  if (!inOrder) return [];
  const shared = breakdown.find(({ part, label }) => part === 'key' && label === 'shared-keys')?.count ?? 0;
  return [
    {
      kind: 'passed',
      title: 'Keys keep their order',
      note:
        shared === 0
          ? 'each key has one message here'
          : `of ${plural(shared, 'key')} the next waits for the one before`,
    },
  ];
}

function effects(): SafetyCheck {
  return {
    kind: 'warning',
    title: 'Side effects may repeat',
    note: 'check that consumers can process a message twice',
  };
}

function perSecond(rate: number): string {
  return `${rate < 10 ? Number(rate.toFixed(1)) : formatCount(Math.round(rate))} per s`;
}

/** "14:33:05 UTC": of texts that name several moments. */
function clock(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}
