import type { AlarmNotice, NoticeKind } from './notice';
import { SEVERITIES } from './rule';

/** Notifications for people that became due at the same moment, as one. */
export interface AlarmDigest {
  /** The one that matters most. */
  readonly kind: NoticeKind;
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
/** In the order of what matters. */
const SAYS: Readonly<Record<NoticeKind, (count: number) => string>> = {
  fired: (count) => `${count} fired`,
  repeated: (count) => `${count} still firing`,
  acknowledged: (count) => `${count} acknowledged`,
  resolved: (count) => `${count} resolved`,
  test: (count) => (count === 1 ? '1 test' : `${count} tests`),
};
const KINDS = Object.keys(SAYS) as NoticeKind[];

/** @param notices at least one */
export function digestOf(notices: readonly AlarmNotice[]): AlarmDigest {
  const counts = KINDS.map((kind) => [kind, notices.filter((notice) => notice.kind === kind).length] as const).filter(
    ([, count]) => count > 0,
  );
  const said = counts.map(([kind, count]) => SAYS[kind](count)).join(', ');
  const sorted = notices.toSorted(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
      a.firedAt.localeCompare(b.firedAt),
  );
  return {
    kind: counts[0]?.[0] ?? 'test',
    title: `${notices.length} alarms: ${said}`,
    shown: sorted.slice(0, MAX_SHOWN),
    left: Math.max(0, notices.length - MAX_SHOWN),
    evidence: '/alarms',
  };
}
