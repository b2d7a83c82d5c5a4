'use client';

import { CauseSeen } from '@/components/ui/cause-seen';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import type { Column } from '@/components/data-table/columns';
import { ClientName } from '@/components/ui/client-name';
import { formatDuration } from '@/components/ui/duration.model';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, Time, ZoneName } from '@/components/ui/time';
import type { FailureReason, MessageTimeline, TimelineDelivery } from '@/lib/model/message/timeline';
import { describeCause } from '@/components/ui/delivery-cause.model';
import type { MadeRow } from './delivery-rows.model';
import styles from './messages.module.css';
import { processOf } from './process.model';

/** The life is a part of the number only when there are two. */
export function deliveryColumns(
  { lives, processes }: Pick<MessageTimeline, 'lives' | 'processes'>,
  onReason: (reason: FailureReason) => void,
): readonly Column<MadeRow>[] {
  const where = ({ delivery: { client, reason } }: MadeRow) =>
    client === null
      ? { application: reason?.appVersion ?? null, host: null }
      : processOf(processes, client, reason?.appVersion ?? null);
  return [
    {
      id: 'attempt',
      header: lives.length > 1 ? t('Life · attempt') : t('Attempt'),
      align: 'end',
      width: lives.length > 1 ? '110px' : '74px',
      cell: ({ delivery: { generation, attempt } }) =>
        lives.length > 1 ? (
          <span title={t('life {life, number}', { life: generation + 1 })}>{`${generation + 1}·${attempt}`}</span>
        ) : (
          <b>{attempt}</b>
        ),
    },
    { id: 'state', header: t('Result'), width: '120px', cell: ({ delivery }) => <State state={delivery.state} /> },
    {
      id: 'start',
      header: <Said of={pieces('Started, {zone}', { zone: <ZoneName /> })} />,
      align: 'end',
      cell: ({ delivery: { startedAt } }) =>
        startedAt === null ? <Quiet>{t('not seen')}</Quiet> : <Time at={startedAt} />,
    },
    { id: 'waited', header: t('After'), align: 'end', hideNarrow: true, cell: ({ delivery }) => after(delivery) },
    { id: 'took', header: t('Took'), align: 'end', hideNarrow: true, cell: ({ delivery }) => <Took {...delivery} /> },
    {
      id: 'client',
      header: t('Client'),
      hideNarrow: true,
      cell: ({ delivery }) => <ClientName id={delivery.client} none={t('unknown')} />,
    },
    {
      id: 'application',
      header: t('Application'),
      hideNarrow: true,
      cell: (row) => where(row).application ?? <Quiet>{t('not reported')}</Quiet>,
    },
    {
      id: 'host',
      header: t('Host'),
      hideNarrow: true,
      cell: (row) => where(row).host ?? <Quiet>{t('unknown')}</Quiet>,
    },
    { id: 'result', header: t('Error'), clip: true, cell: (row) => <Outcome row={row} onReason={onReason} /> },
  ];
}

function Quiet({ children }: { readonly children: string }) {
  return <span className={styles.quiet}>{children}</span>;
}

function State({ state }: Pick<TimelineDelivery, 'state'>) {
  switch (state) {
    case 'in-flight':
      return <StateBadge state="in-flight" />;
    case 'consumed':
      return <StateBadge state="consumed" />;
    case 'failed':
      return <StateBadge state="dead" label={t('Failed')} />;
    case 'restarted':
      return <StateBadge state="waiting-retry" label={t('Again')} />;
    case 'lost':
      return <StateBadge state="waiting-retry" label={t('Not counted')} />;
    case 'revoked':
      return <StateBadge state="waiting-retry" label={t('Taken back')} />;
  }
}

function after({ waitedMs, attempt }: TimelineDelivery): string {
  if (attempt === 1) return t('first');
  return waitedMs === null ? '—' : formatDuration(waitedMs, 3);
}

function Took({ tookMs, state }: TimelineDelivery) {
  if (tookMs !== null) return formatDuration(tookMs);
  return state === 'in-flight' ? <span className="fg-inflight">{t('running')}</span> : <Quiet>—</Quiet>;
}

interface OutcomeProps {
  readonly row: MadeRow;
  readonly onReason: (reason: FailureReason) => void;
}

/** An error that stands above, or has the same cause, is named and not repeated. */
function Outcome({ row: { delivery, error }, onReason }: OutcomeProps) {
  const { reason, state } = delivery;
  if (state !== 'failed' || reason === null || error === 'other')
    return <Result delivery={delivery} onReason={onReason} />;
  const found = { error: <b>{reason.errorType}</b> };
  return (
    <span className={`${styles.reason} text-2`}>
      <span className={styles.oneLine} title={reason.errorType}>
        <Said of={error === 'last' ? pieces('{error}, above', found) : pieces('{error}, same cause', found)} />
      </span>
      {error === 'last' ? null : (
        <button type="button" className={styles.more} onClick={() => onReason(reason)}>
          {t('show')}
          <span className="visually-hidden"> {t('the error of attempt {attempt}', { attempt: delivery.attempt })}</span>
        </button>
      )}
      {delivery.startedAt === null ? <span className="small text-3"> {t('retried in the client itself')}</span> : null}
    </span>
  );
}

function Result({
  delivery,
  onReason,
}: {
  readonly delivery: TimelineDelivery;
  readonly onReason: (reason: FailureReason) => void;
}) {
  const { reason, state } = delivery;
  if (state === 'consumed') return <span className="text-2">{t('acknowledged')}</span>;
  if (state === 'lost' || state === 'revoked') {
    return (
      <span className="text-2">
        {describeCause(delivery.cause)}
        <LateAnswer delivery={delivery} />
        {reason === null ? null : <Reported reason={reason} onReason={onReason} />}
      </span>
    );
  }
  if (state === 'restarted')
    return (
      <span className="text-2">
        {t('acknowledged before its predecessor; delivered again because the predecessor failed')}
      </span>
    );
  if (state === 'in-flight' && delivery.ackedEarlyAt !== null) {
    return (
      <span className="fg-inflight">
        <Said
          of={pieces('acknowledged {at}, before its predecessor: final when the predecessor is finished', {
            at: <Time at={delivery.ackedEarlyAt} />,
          })}
        />
      </span>
    );
  }
  if (state === 'in-flight') {
    return (
      <span className="fg-inflight">
        {delivery.leaseEndsAt === null ? (
          t('the end of its lease is unknown')
        ) : (
          <>
            <Said
              of={pieces('lease ends {at} ({countdown})', {
                ...{ at: <Time at={delivery.leaseEndsAt} />, countdown: <Countdown to={delivery.leaseEndsAt} /> },
              })}
            />
            {delivery.autoRenew ? t(', renewed while the client is alive') : ''}
          </>
        )}
        {reason === null ? null : <Reported reason={reason} onReason={onReason} />}
      </span>
    );
  }
  if (reason !== null) {
    return (
      <>
        <Reported reason={reason} onReason={onReason} />
        {delivery.startedAt === null ? (
          <span className="small text-3"> {t('retried in the client itself')}</span>
        ) : null}
      </>
    );
  }
  return (
    <span className="text-2">
      {t('cause not reported')}
      <CauseSeen cause={delivery.cause} />
    </span>
  );
}

/** What its client did with a delivery that it did not have any more. */
function LateAnswer({ delivery: { late, client } }: { readonly delivery: TimelineDelivery }) {
  if (late === null) return null;
  const given = { client: client ?? t('its client'), at: <Time at={late.at} /> };
  return (
    <Said
      of={
        late.answer === 'acknowledged'
          ? pieces('; acknowledged by {client} at {at}, after it was taken back', given)
          : pieces('; reported as failed by {client} at {at}, after it was taken back', given)
      }
    />
  );
}

/** The first line of a reported reason; the rest on request. */
export function Reported({
  reason,
  onReason,
}: {
  readonly reason: FailureReason;
  readonly onReason: (reason: FailureReason) => void;
}) {
  const first = reason.message.split('\n', 1)[0] ?? '';
  const said = first === '' ? '' : `: ${first.slice(0, 160)}`;
  const more = reason.stack !== null || first.length < reason.message.length || first.length > 160;
  return (
    <span className={styles.reason}>
      <span className={styles.line} title={`${reason.errorType}${said}`}>
        <b>{reason.errorType}</b>
        {said}
      </span>
      {more ? (
        <button type="button" className={styles.more} onClick={() => onReason(reason)}>
          {t('show')}
          <span className="visually-hidden"> {t('the error of attempt {attempt}', { attempt: reason.attempt })}</span>
        </button>
      ) : null}
    </span>
  );
}
