import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { sdkNamed } from '@/lib/model/group/sdk';
import { enumerated, listOf, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';
import { formatRate } from '@/lib/model/rate';
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
        title: t('The outcome is not tracked'),
        note: t(
          `The last verdict is “Sent to the topic”. There is no canary and no stop rule, because both need
          verdicts.`,
        ),
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
      ? {
          kind: 'warning',
          title: t('{group} is paused', { group: plan.group }),
          note: t('No client would receive anything. Resume the group first.'),
        }
      : null,
    cluster.clients === null
      ? {
          kind: 'warning',
          title: t('No client of {group} is connected', { group: plan.group }),
          note: t('The copies wait until a client connects.'),
        }
      : {
          kind: 'passed',
          title: t('Clients connected: {clients}', { clients: cluster.clients }),
          note: t('They determine the delivery path.'),
        },
    deaths(plan),
    bound === null
      ? {
          kind: 'passed',
          title: t('Each message gets an exact verdict'),
          note: t('From the records of the brokers.'),
        }
      : { kind: 'unknown', title: t('Some verdicts end at “Delivered, not failed so far”'), note: bound },
    differences === null
      ? null
      : {
          kind: 'warning',
          title: t('Max retries differ between brokers'),
          note: t('{differences}. Messages move to the DLQ earlier on some brokers.', { differences }),
        },
    ...silent.map(({ broker, reason }): SafetyCheck => ({
      kind: 'warning',
      title: t('{broker} does not respond', { broker }),
      note: reason,
    })),
    way === 'send-back'
      ? {
          kind: 'warning',
          title: t('Order is not kept'),
          note: t('Each message is delivered on its own, with one retry less.'),
        }
      : way === 'topic'
        ? {
            kind: 'passed',
            title: t('Copies of a key keep their order'),
            note: t('They are sent to one queue, one after another.'),
          }
        : null,
    {
      kind: 'unknown',
      title: t('Fix deployed: unknown'),
      note: t('Brokers do not report which clients failed.'),
    },
    {
      kind: 'warning',
      title: t('Sent messages cannot be recalled'),
      note: t('The log of the brokers keeps them. Messages that are not sent yet can be cancelled.'),
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
      title: t('{group} is paused', { group }),
      note: sentences(
        t('Paused by {by}: “{reason}”.', { by: paused.by, reason: paused.reason }),
        t('No client would receive anything. Resume the group first.'),
      ),
    },
  ];
}

function consumers({ group, evidence: { consumers: online, sdks } }: RedrivePlanView): SafetyCheck {
  if (online.kind === 'unknown') return { kind: 'unknown', title: t('Consumers online: unknown'), note: online.reason };
  if (online.value === 0)
    return {
      kind: 'warning',
      title: t('No consumer of {group} is online', { group }),
      note: t(
        `No message is fetched until one connects. After 2 min the stop rule stops the run, and you can recall all
        messages.`,
      ),
    };
  return {
    kind: 'passed',
    title: t('{count, plural, one {# consumer} other {# consumers}} of {group} online', { count: online.value, group }),
    note:
      sdks.length === 0 ? t('Connected to other nodes.') : t('SDK: {sdks}', { sdks: enumerated(sdks.map(sdkNamed)) }),
  };
}

/** Whether something changed since the failures: other clients than before, or a version that they reported. */
function fix({ evidence: { failedClients, failedVersions, consumers: online } }: RedrivePlanView): SafetyCheck {
  const versions =
    failedVersions.length === 0 ? '' : t('Versions that failed: {versions}.', { versions: enumerated(failedVersions) });
  if (failedClients.of === 0)
    return {
      kind: 'unknown',
      title: t('Fix deployed: unknown'),
      note: t('There is no record of which clients failed.'),
    };
  const { of, connected } = failedClients;
  if (connected === 0 && online.kind !== 'unknown' && online.value > 0)
    return {
      kind: 'passed',
      title: t('All consumers connected after the failures'),
      note: sentences(
        t(
          `{of, plural, one {The client that failed is not connected any more.} other {None of the # clients that failed
          is connected any more.}}`,
          { of },
        ),
        versions,
      ),
    };
  if (connected === 0)
    return {
      kind: 'unknown',
      title: t('Fix deployed: unknown'),
      note: sentences(t('No consumer is connected to compare with.'), versions),
    };
  return {
    kind: 'warning',
    title: t(
      `{connected, number} of {of, plural, one {# failing client} other {# failing clients}} {connected, plural, one
      {has} other {have}} not restarted since the last failure`,
      { connected, of },
    ),
    note: versions,
  };
}

function retries({ evidence: { retries: read }, causes }: RedrivePlanView): SafetyCheck {
  const counted = { causes: causes.length };
  if (read.kind === 'unknown')
    return {
      kind: 'unknown',
      title: t(
        '{causes, plural, one {Retries of this cause: unknown} other {Retries of these causes: unknown}}',
        counted,
      ),
      note: read.reason,
    };
  const { succeeded, failed, since, lastFailedAt } = read.value;
  if (succeeded + failed === 0)
    return {
      kind: 'unknown',
      title: t('No recent retries to judge by'),
      note: t('None has finished since {time}. The canary will show.', { time: clock(since) }),
    };
  const title = t(
    `{causes, plural, one {Retries of this cause} other {Retries of these causes}}: {succeeded, number} of {all, number}
    succeeded`,
    { ...counted, succeeded, all: succeeded + failed },
  );
  const note =
    lastFailedAt === null
      ? t('Since {time}. None failed.', { time: clock(since) })
      : t('Since {time}. Last failure: {lastFailed}.', { time: clock(since), lastFailed: clock(lastFailedAt) });
  return { kind: failed === 0 ? 'passed' : 'warning', title, note };
}

function deaths({ diedSince, evidence: { lastDeathAt, asOf } }: RedrivePlanView): SafetyCheck {
  if (diedSince > 0)
    return {
      kind: 'warning',
      title: t('Messages still fail'),
      note: t(
        `{diedSince, plural, one {# more dead letter} other {# more dead letters}} since the set was frozen. The set
        does not include them.`,
        { diedSince },
      ),
    };
  return {
    kind: 'passed',
    title:
      lastDeathAt === null
        ? t('No other dead letters')
        : t('No dead letter since {time}', { time: clock(lastDeathAt) }),
    note: t('0 since the set was frozen, as of {time}.', { time: clock(asOf) }),
  };
}

function room({ evidence: { live, most, refused, roomDays } }: RedrivePlanView, draft: StartDraft): SafetyCheck {
  const rate = readRate(draft.rate).value;
  if (refused.count > 0)
    return {
      kind: 'warning',
      title: t('The consumers are throttled'),
      note:
        refused.by === null
          ? t('{count, plural, one {# receive was} other {# receives were}} refused in 5 min.', {
              count: refused.count,
            })
          : t('{count, plural, one {# receive was} other {# receives were}} refused in 5 min by {by}.', {
              count: refused.count,
              by: refused.by,
            }),
    };
  if (most.kind === 'unknown') return { kind: 'unknown', title: t('Headroom: unknown'), note: most.reason };
  if (rate === null)
    return {
      kind: 'warning',
      title: t('No maximum rate'),
      note: t('Highest rate of the group in {roomDays} days: {rate}.', {
        roomDays,
        rate: formatRate(most.value.perSecond),
      }),
    };
  const own = live.kind === 'unknown' ? 0 : live.value;
  const note = t('Re-drive: {rate}. Live traffic: {live}. Highest rate in {roomDays} days: {most}.', {
    rate: formatRate(rate),
    live: live.kind === 'unknown' ? t('unknown') : formatRate(own),
    roomDays,
    most: formatRate(most.value.perSecond),
  });
  return own + rate <= most.value.perSecond
    ? { kind: 'passed', title: t('Headroom available'), note }
    : { kind: 'warning', title: t('Faster than the highest rate of the group so far'), note };
}

/** More than one delivery per message: what the consumer calls gets as much more. */
function downstream({ evidence: { amplification } }: RedrivePlanView): SafetyCheck[] {
  if (amplification.kind === 'unknown' || amplification.value < 1.05) return [];
  return [
    {
      kind: 'warning',
      title: t('{rate} deliveries per message now', { rate: amplification.value.toFixed(1) }),
      note: t('Services that the consumers call get the same extra load.'),
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
      title: t('Some failed again after an earlier re-drive'),
      note: t('{count, plural, one {# was} other {# were}} re-driven in {redrives}.', {
        count,
        redrives: listOf(again.map(({ label }) => `RD-${label}`)),
      }),
    },
  ];
}

function ordered({ ordered: inOrder, breakdown }: RedrivePlanView): SafetyCheck[] {
  if (!inOrder) return [];
  const shared = breakdown.find(({ part, label }) => part === 'key' && label === 'shared-keys')?.count ?? 0;
  return [
    {
      kind: 'passed',
      title: t('Messages of a key keep their order'),
      note:
        shared === 0
          ? t('Each key has one message in the set.')
          : t(
              `{shared, plural, one {# key has} other {# keys have}} several messages: each waits for the previous one
              of its key.`,
              { shared },
            ),
    },
  ];
}

function effects(): SafetyCheck {
  return {
    kind: 'warning',
    title: t('Side effects may repeat'),
    note: t('Check that consumers can process a message twice.'),
  };
}

/** "14:33:05 UTC": of texts that name several moments. */
function clock(iso: string): string {
  return `${iso.slice(11, 19)} UTC`;
}
