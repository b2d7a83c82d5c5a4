'use client';

import { ClientName } from '@/components/ui/client-name';
import { unreported } from '@/components/ui/delivery-cause.model';
import { CauseSeen } from '@/components/ui/cause-seen';
import { Check, Pause } from 'lucide-react';
import { Link } from '@/components/ui/link';
import type { Column } from '@/components/data-table/columns';
import { shorten } from '@/components/parts/names';
import { useHere } from '@/components/live/use-here';
import { useWordsNow } from '@/components/ui/clock';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { DeadLetterView } from '@/lib/console/operations/dead-letters/views';
import { sentenceOf } from '@/lib/model/dead-letter/fingerprint/sentence';
import styles from './dead-letters.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

interface ColumnsFor {
  /** The filter names the group already. */
  readonly oneGroup: boolean;
  /** Dead letters may expire. */
  readonly canExpire: boolean;
  /** Which client had it last is known. */
  readonly lastClient: boolean;
}

/** One line per letter: rows keep their height whatever the error says. */
export function letterColumns({ oneGroup, canExpire, lastClient }: ColumnsFor): readonly Column<DeadLetterView>[] {
  const columns: (Column<DeadLetterView> | null)[] = [
    { id: 'message', header: t('Message'), cell: (row) => <span className="mono">{shorten(row.messageId)}</span> },
    {
      id: 'died',
      header: (
        <>
          <Said of={pieces('Dead-lettered, {zoneName}', { zoneName: <ZoneName /> })} />
        </>
      ),
      align: 'end',
      // How long is left says more than since when, where there is room for one.
      hideNarrow: canExpire,
      cell: (row) => <Time at={row.deadAt} />,
    },
    oneGroup ? null : { id: 'group', header: t('Group'), cell: (row) => row.group },
    {
      id: 'key',
      header: t('Key'),
      hideNarrow: true,
      cell: (row) => row.messageGroup ?? row.key ?? <span className="text-3">{t('none')}</span>,
    },
    { id: 'error', header: t('Error'), clip: true, cell: (row) => <ErrorText row={row} /> },
    {
      id: 'deliveries',
      header: t('Delivery count'),
      align: 'end',
      hideNarrow: true,
      cell: (row) => <Deliveries row={row} />,
    },
    lastClient
      ? {
          id: 'client',
          header: t('Last client'),
          hideNarrow: true,
          cell: (row) => (
            <span className={styles.client}>
              <ClientName id={row.client} none={t('unknown')} />
            </span>
          ),
        }
      : null,
    canExpire ? { id: 'expires', header: t('Expires'), align: 'end', cell: (row) => <Expires row={row} /> } : null,
    { id: 'marks', header: t('Marks'), cell: (row) => <Marks row={row} /> },
  ];
  return columns.filter((column) => column !== null);
}

/** 0 is not known: every dead letter was delivered. */
function Deliveries({ row }: { readonly row: DeadLetterView }) {
  return (
    <span
      title={
        row.generation === 0
          ? t('never re-driven')
          : t('re-driven {count, plural, one {once} other {# times}}', { count: row.generation })
      }
    >
      {row.attempts === 0 ? <span className="text-3">{t('unknown')}</span> : row.attempts}
    </span>
  );
}

const SOON_MS = 24 * 3_600_000;

/** How long until it is lost. */
function Expires({ row }: { readonly row: DeadLetterView }) {
  const left = useWordsNow((now) => leftOf(row.expiresAt, now));
  if (row.expiresAt === null) {
    return (
      <span className="text-3" title={whyNot(row)}>
        {t('not now')}
      </span>
    );
  }
  if (left === 'none') return <span className={styles.soon}>{t('any moment')}</span>;
  return (
    <span className={left === 'soon' ? styles.soon : undefined}>
      <RelativeTime at={row.expiresAt} />
    </span>
  );
}

function leftOf(expiresAt: string | null, now: number): 'none' | 'soon' | 'much' {
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  return leftMs <= 0 ? 'none' : leftMs <= SOON_MS ? 'soon' : 'much';
}

function whyNot({ redriveId, heldBy, heldAt }: DeadLetterView): string {
  if (redriveId !== null) return t('not while it is in RD-{redriveId}', { redriveId });
  return heldAt === null ? t('kept until it is re-driven') : t('held by {by}', { by: heldBy ?? t('an operator') });
}

function ErrorText({ row }: { readonly row: DeadLetterView }) {
  if (row.errorType === null) {
    return (
      <span className="text-2" title={unreported(row.cause)}>
        {t('cause not reported')}
        <CauseSeen cause={row.cause} />
      </span>
    );
  }
  const first = row.errorMessage?.split('\n', 1)[0]?.slice(0, 200) ?? '';
  // A first line without a word only opens a list, such as that of a validation.
  const line = /\w/.test(first) ? first : sentenceOf(row.errorMessage ?? '', row.errorType);
  return (
    <span className={styles.error} title={row.errorMessage ?? undefined}>
      {row.errorType}
      {line === '' ? '' : `: ${line}`}
    </span>
  );
}

/** What was decided about it, and what it went through. */
function Marks({ row }: { readonly row: DeadLetterView }) {
  if (row.heldAt === null && row.acceptedAt === null && row.redriveId === null && row.generation === 0) return null;
  return (
    <span className="row row-tight">
      {row.heldAt === null ? null : (
        <span title={decision('held', row.heldBy, row.holdReason)}>
          <Tag icon={Pause}>{t('held')}</Tag>
        </span>
      )}
      {row.acceptedAt === null ? null : (
        <span title={decision('accepted', row.acceptedBy, row.acceptReason)}>
          <Tag icon={Check}>{t('accepted')}</Tag>
        </span>
      )}
      {row.redriveId === null ? null : <Taken redriveId={row.redriveId} />}
      {row.generation === 0 || row.redriveId !== null ? null : (
        <span className="text-3">
          {t('re-driven {count, plural, one {once} other {# times}}', { count: row.generation })}
        </span>
      )}
    </span>
  );
}

function Taken({ redriveId }: { readonly redriveId: number }) {
  const here = useHere();
  return (
    <Link href={here(`/redrives/${redriveId}`)} prefetch={false}>
      {t('RD-{redriveId}, not released yet', { redriveId })}
    </Link>
  );
}

function decision(what: 'held' | 'accepted', given: string | null, reason: string | null): string {
  const by = given ?? t('an operator');
  if (reason === null || reason === '')
    return what === 'held' ? t('held by {by}', { by }) : t('accepted by {by}', { by });
  return what === 'held'
    ? t('held by {by}: {reason}', { by, reason })
    : t('accepted by {by}: {reason}', { by, reason });
}
