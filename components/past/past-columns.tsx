import type { Column } from '@/components/data-table/columns';
import { formatCount } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { sayDuration as formatDuration } from '@/lib/model/duration';
import { ageMs, type PastGroup } from './past.model';
import { t } from '@/lib/model/language/t';

/** A number of the past; what was not recorded is no 0. */
function Recorded({ value, tone }: { readonly value: number | null; readonly tone?: string }) {
  if (value === null) return <span className="small text-3">{t('not recorded')}</span>;
  return <span className={value === 0 ? 'text-3' : tone}>{formatCount(value)}</span>;
}

type Figure = 'ready' | 'inFlight' | 'waiting' | 'dead' | 'blockedKeys' | 'consumers' | 'deathsDue';

const figure = (id: Figure, header: string, tone?: string): Column<PastGroup> => ({
  ...{ id, header, align: 'end' },
  cell: (row) => <Recorded value={row[id]} {...(tone === undefined ? {} : { tone })} />,
});

function Moment({ at, none }: { readonly at: string | null; readonly none: string }) {
  return at === null ? <span className="small text-3">{none}</span> : <Time at={at} style="day-clock" />;
}

/** @param asOf the moment, which the age of each sample is measured from */
export const pastColumns = (asOf: string): readonly Column<PastGroup>[] => [
  { id: 'name', header: t('Group'), cut: true, cell: ({ name }) => name },
  figure('ready', t('Ready')),
  figure('inFlight', t('In flight')),
  figure('waiting', t('Waiting retry'), 'fg-waiting'),
  figure('dead', t('Dead'), 'fg-dlq'),
  figure('blockedKeys', t('Blocked keys')),
  figure('deathsDue', t('To the DLQ within 1 h')),
  figure('consumers', t('Consumers')),
  {
    ...{ id: 'oldestReadyAt', header: t('Oldest ready since'), hideNarrow: true },
    cell: ({ oldestReadyAt }) => <Moment at={oldestReadyAt} none={t('none, or not recorded')} />,
  },
  {
    ...{ id: 'at', header: t('Sampled'), hideNarrow: true },
    cell: ({ at }) => (
      <>
        <Moment at={at} none={t('not recorded')} />
        {at === null ? null : (
          <span className="small text-3">
            {' '}
            {t('recorded up to {age} before the selected time', { age: formatDuration(ageMs(asOf, at)) })}
          </span>
        )}
      </>
    ),
  },
];
