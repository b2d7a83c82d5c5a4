import { goesAt } from '@/components/parts/remains.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { t } from '@/lib/model/language/t';

type Plan = ReadData<'groupDeletion'>;

/** What goes with a group, most painful first; what there is none of is left out. */
export function goesWith({ contents, inBrokers }: Pick<Plan, 'contents' | 'inBrokers'>): string[] {
  if (inBrokers !== null) return inBrokers.brokers.map(goesAt);
  const { dead, waiting, inFlight, discarded, unread, redrives, alarmRules, limits, versions } = contents;
  const lines: [number | null, (count: number) => string][] = [
    [dead, (count) => t('{count, plural, one {# dead letter} other {# dead letters}}', { count })],
    [waiting, (count) => t('{count, plural, one {# message} other {# messages}} waiting for a retry', { count })],
    [
      inFlight,
      (count) =>
        t('{count, plural, one {# message} other {# messages}} in flight: clients can no longer acknowledge them', {
          count,
        }),
    ],
    [
      discarded,
      (count) =>
        t(
          `{count, plural, one {# discarded dead letter that could be restored} other {# discarded dead letters that
          could be restored}}`,
          { count },
        ),
    ],
    [unread, (count) => t('its offsets: {count, plural, one {# message} other {# messages}} not consumed', { count })],
    [redrives, (count) => t('{count, plural, one {# re-drive} other {# re-drives}}', { count })],
    [alarmRules, (count) => t('{count, plural, one {# alarm rule} other {# alarm rules}}', { count })],
    [limits, (count) => t('{count, plural, one {# limit} other {# limits}}', { count })],
    [versions, (count) => t('{count, plural, one {# version} other {# versions}} of its configuration', { count })],
  ];
  return lines.flatMap(([count, words]) => (count === null || count === 0 ? [] : [words(count)]));
}
