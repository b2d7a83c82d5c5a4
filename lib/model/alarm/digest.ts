import { inWorkspace } from '../workspace';
import { enumerated } from '../language/list';
import { t } from '../language/t';
import { type AlarmNotice, type NoticeKind, toneOf } from './notice';
import { SEVERITIES } from './rule';

/** Notifications for people that became due at the same moment, as one. */
export interface AlarmDigest {
  /** Of the one that matters most. */
  readonly tone: ReturnType<typeof toneOf>;
  /** "42 alarms: 40 began, 2 are over". */
  readonly title: string;
  /** Started ones before ended ones, each the most severe first. At most 20. */
  readonly shown: readonly AlarmNotice[];
  /** Not in `shown`. */
  readonly left: number;
  /** Path of the page that shows them all. */
  readonly evidence: string;
}

const MAX_SHOWN = 20;
/** In the order of what matters. Closed: with its cluster, and not because it was over. */
const SAYS: Readonly<Record<NoticeKind | 'closed', (count: number) => string>> = {
  fired: (count) => t('{count, number} fired', { count }),
  repeated: (count) => t('{count, number} still firing', { count }),
  acknowledged: (count) => t('{count, number} acknowledged', { count }),
  closed: (count) => t('{count, number} closed with a detached cluster', { count }),
  resolved: (count) => t('{count, number} resolved', { count }),
  test: (count) => t('{count, plural, one {# test} other {# tests}}', { count }),
};
const ENDS = Object.keys(SAYS) as (keyof typeof SAYS)[];

const endOf = ({ kind, closedWhy }: AlarmNotice) => (closedWhy === 'detached' ? 'closed' : kind);

/** @param notices at least one */
export function digestOf(notices: readonly AlarmNotice[]): AlarmDigest {
  const counts = ENDS.map((end) => [end, notices.filter((notice) => endOf(notice) === end).length] as const).filter(
    ([, count]) => count > 0,
  );
  const said = enumerated(counts.map(([end, count]) => SAYS[end](count)));
  const sorted = notices.toSorted(
    (a, b) =>
      ENDS.indexOf(endOf(a)) - ENDS.indexOf(endOf(b)) ||
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      a.firedAt.localeCompare(b.firedAt),
  );
  const [first] = sorted;
  return {
    tone: first === undefined ? 'test' : toneOf(first),
    title: t('{count, plural, one {# alarm} other {# alarms}}: {said}', { count: notices.length, said }),
    shown: sorted.slice(0, MAX_SHOWN),
    left: Math.max(0, notices.length - MAX_SHOWN),
    evidence: pageOfAll(notices),
  };
}

/** The alarms of the one workspace that all of them are about; of several, those of this installation. */
function pageOfAll(notices: readonly AlarmNotice[]): string {
  const workspaces = new Set(notices.map(({ workspace }) => workspace ?? null));
  const [only = null] = workspaces;
  const isDetached = notices.some(({ closedWhy }) => closedWhy === 'detached');
  return inWorkspace(workspaces.size === 1 && !isDetached ? only : null, '/alarms');
}
