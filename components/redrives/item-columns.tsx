'use client';

import { ClientName } from '@/components/ui/client-name';
import { CauseSeen } from '@/components/ui/cause-seen';
import { Check } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { Icon } from '@/components/ui/icon';
import { StateBadge } from '@/components/ui/state-badge';
import { Tag } from '@/components/ui/tag';
import { Time, ZoneName } from '@/components/ui/time';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { leftOutWords } from '@/lib/model/redrive/left-out';
import type { RedriveItemView } from '@/lib/console/operations/redrives/views';
import styles from './redrives.module.css';
import { deliveriesMade } from './item.model';
import { VerdictMark } from './verdict-mark';

/** `deliveries`: how many one message may have; null: its clients decide that themselves. */
export function itemColumns(deliveries: number | null): readonly Column<RedriveItemView>[] {
  return [
    {
      id: 'message',
      header: t('Message'),
      cell: (row) => (
        <span className="mono">
          {row.messageId.length > 20 ? `${row.messageId.slice(0, 6)}…${row.messageId.slice(-10)}` : row.messageId}
        </span>
      ),
    },
    { id: 'verdict', header: t('Verdict'), cell: (row) => <Verdict row={row} /> },
    {
      id: 'key',
      header: t('Key'),
      hideNarrow: true,
      cell: (row) => row.key ?? <span className="text-3">{t('none')}</span>,
    },
    {
      id: 'released',
      header: <Said of={pieces('Released, {zoneName}', { zoneName: <ZoneName /> })} />,
      align: 'end',
      hideNarrow: true,
      cell: (row) =>
        row.movedAt === null ? <span className="text-3">{t('not released yet')}</span> : <Time at={row.movedAt} />,
    },
    {
      id: 'delivery',
      header: t('Delivery count'),
      align: 'end',
      cell: (row) => {
        const made = deliveriesMade(row);
        if (made === null) return <Unknown>{t('unknown')}</Unknown>;
        if (made === 0) return <span className="text-3">{t('none')}</span>;
        return deliveries === null ? made : t('{made, number} of {most, number}', { made, most: deliveries });
      },
    },
    { id: 'error', header: t('Error'), clip: true, cell: (row) => <ErrorText row={row} /> },
    { id: 'against', header: t('Cause before and now'), hideNarrow: true, cell: (row) => <Against row={row} /> },
    { id: 'decided', header: t('Decided at'), align: 'end', cell: (row) => <Decided row={row} /> },
    {
      id: 'client',
      header: t('Client'),
      hideNarrow: true,
      cell: (row) => <ClientName id={row.client} none="—" />,
    },
  ];
}

/** Ordered 5.x clients of a cluster retry in place. */
function Unknown({ children }: { readonly children: string }) {
  return (
    <span className="text-3" title={t('This message was delivered. The brokers do not count how often.')}>
      {children}
    </span>
  );
}

function Verdict({ row }: { readonly row: RedriveItemView }) {
  if (row.verdict === 'retrying' && row.held) return <StateBadge state="in-flight" label={t('Retrying, in flight')} />;
  if (row.verdict === 'not-yet-fetched' && row.movedAt === null)
    return <StateBadge state="ready" label={t('Not released yet')} />;
  return <VerdictMark verdict={row.verdict} />;
}

function ErrorText({ row }: { readonly row: RedriveItemView }) {
  if (row.why !== null) return <span className="text-2">{leftOutWords(row.why)}</span>;
  if (row.errorType !== null) {
    const line = row.errorMessage?.split('\n', 1)[0]?.slice(0, 160) ?? '';
    return (
      <span className={styles.reason} title={row.errorMessage ?? undefined}>
        {row.errorType}
        {line === '' ? '' : `: ${line}`}
      </span>
    );
  }
  if (row.verdict !== 'died-again')
    return <span className="text-3">{row.verdict === 'retrying' && !row.held ? t('cause not reported') : '—'}</span>;
  return (
    <span className="text-2">
      {t('cause not reported')}
      <CauseSeen cause={row.brokerCause} />
    </span>
  );
}

function Against({ row }: { readonly row: RedriveItemView }) {
  if (row.causeKey === null) return <span className="text-3">—</span>;
  if (row.formerKey === null) return <Tag>{t('not reported before')}</Tag>;
  return <Tag>{row.causeKey === row.formerKey ? t('same cause') : t('new cause')}</Tag>;
}

function Decided({ row }: { readonly row: RedriveItemView }) {
  if (row.decidedAt !== null) return <Time at={row.decidedAt} />;
  if ((row.verdict === 'retrying' || row.verdict === 'in-flight') && row.visibleAt !== null) {
    return (
      <span className="text-2">
        <Said
          of={
            row.held
              ? pieces('lease ends {time}', { time: <Time at={row.visibleAt} /> })
              : pieces('next delivery {time}', { time: <Time at={row.visibleAt} /> })
          }
        />
      </span>
    );
  }
  return row.verdict === 'consumed' ? (
    <span>
      <Icon of={Check} /> {t('yes')}
    </span>
  ) : (
    <span className="text-3">—</span>
  );
}
