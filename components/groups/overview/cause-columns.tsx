import type { Column } from '@/components/data-table/columns';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import { formatPart } from '@/lib/model/share';
import type { CauseLine } from './lead.model';
import styles from './overview.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

interface Of {
  /** All dead letters of the group. */
  readonly all: number;
  /** Failures are counted here. */
  readonly isFailedCounted: boolean;
  /** Dead letters of the most frequent cause. */
  readonly most: number;
}

/** Why deliveries of a group failed. */
export function causeColumns({ all, isFailedCounted, most }: Of): readonly Column<CauseLine>[] {
  return [
    {
      id: 'cause',
      header: t('Top causes'),
      clip: true,
      cell: ({ errorType, text }) =>
        errorType === null ? (
          <span className="text-2">{t('Cause not reported')}</span>
        ) : (
          <span className={`mono ${styles.cause}`} title={text === null ? errorType : `${errorType}: ${text}`}>
            <b>{errorType}</b>
            {text === null || text === '' ? '' : `: ${text}`}
          </span>
        ),
    },
    ...(all === 0 ? [] : [deadColumn(all, most)]),
    ...(isFailedCounted
      ? [
          {
            id: 'failed',
            header: t('Failed, 60 min'),
            align: 'end' as const,
            cell: ({ failed }: CauseLine) =>
              failed === null || failed === 0 ? <span className="text-3">0</span> : formatCount(failed),
          },
        ]
      : []),
    {
      id: 'span',
      header: <Said of={pieces('First and last, {zone}', { zone: <ZoneName /> })} />,
      hideNarrow: true,
      cell: ({ firstAt, lastAt }) =>
        lastAt === null ? (
          <span className="text-3">–</span>
        ) : firstAt === null ? (
          <Time at={lastAt} />
        ) : (
          <Said of={pieces('{from} to {to}', { from: <Time at={firstAt} />, to: <Time at={lastAt} /> })} />
        ),
    },
    {
      id: 'versions',
      header: t('Failing versions'),
      hideNarrow: true,
      cell: ({ versions }) =>
        versions.length === 0 ? <span className="text-3">{t('not reported')}</span> : enumerated(versions.toReversed()),
    },
  ];
}

function deadColumn(all: number, most: number): Column<CauseLine> {
  return {
    id: 'dead',
    header: t('Dead letters'),
    align: 'end',
    cell: ({ dead }) => (
      <span className={styles.dead}>
        <span className={`state-bar ${styles.bar}`} aria-hidden="true">
          {dead === 0 ? null : <i className="bg-dlq" style={{ width: `${(dead / most) * 100}%` }} />}
        </span>
        <b className={dead === 0 ? 'text-3' : undefined}>{formatCount(dead)}</b>
        <span className={`text-3 ${styles.part}`}>{dead === 0 ? '' : formatPart(dead, all)}</span>
      </span>
    ),
  };
}
