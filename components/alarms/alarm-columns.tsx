import { useWorkspace } from '@/components/live/use-workspace';
import type { Column } from '@/components/data-table/columns';
import { Link } from '@/components/ui/link';
import { Button, ButtonLink } from '@/components/ui/button';
import { DrainValue } from '@/components/ui/drain';
import { RelativeTime, Time } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { AlarmRuleView, AlarmView, ChannelName } from '@/lib/console/operations/alarms/views';
import { amountText, remainingText } from '@/lib/model/alarm/amount';
import { SIGNALS } from '@/lib/model/signal/signal';
import { AlarmBadge } from './alarm-badge';
import styles from './alarms.module.css';
import { alarmName, conditionText, severityWord, whereText } from './alarms.model';
import type { Taking } from './take-dialog';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';

interface FiringOptions {
  readonly mayNotTake: string | null;
  readonly onTake: (kind: Taking, alarm: AlarmView) => void;
}

/** No text: what stands below it says by itself what it is, also on a card. */
const rule = () => <>{t('Rule')}</>;

export function firingColumns({ mayNotTake, onTake }: FiringOptions): readonly Column<AlarmView>[] {
  return [
    { id: 'state', header: t('State'), hideNarrow: true, cell: (alarm) => <AlarmBadge alarm={alarm} /> },
    { id: 'rule', header: rule(), clip: true, cell: (alarm) => <What alarm={alarm} /> },
    {
      id: 'since',
      header: t('Since'),
      align: 'end',
      hideNarrow: true,
      cell: (alarm) => <RelativeTime at={alarm.firedAt} />,
    },
    {
      id: 'actions',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (alarm) => (
        <span className={styles.buttons}>
          <ButtonLink
            href={alarm.evidence}
            size="small"
            aria-label={t('{action}: {name}', { action: alarm.evidenceSays, name: alarmName(alarm) })}
          >
            {alarm.evidenceSays}
          </ButtonLink>
          {alarm.acknowledgedBy === null ? (
            <Button
              size="small"
              disabledReason={mayNotTake}
              aria-label={t('{action}: {name}', { action: t('Acknowledge'), name: alarmName(alarm) })}
              onClick={() => onTake('acknowledge', alarm)}
            >
              {t('Acknowledge')}
            </Button>
          ) : null}
          <Button
            size="small"
            variant="ghost"
            disabledReason={mayNotTake}
            aria-label={t('{action}: {name}', { action: silenceLabel(alarm), name: alarmName(alarm) })}
            onClick={() => onTake(alarm.silencedUntil === null ? 'silence' : 'unsilence', alarm)}
          >
            {silenceLabel(alarm)}
          </Button>
        </span>
      ),
    },
  ];
}

export function silenceLabel({ silencedUntil }: Pick<AlarmView, 'silencedUntil'>): string {
  return silencedUntil === null ? t('Silence…') : t('End silence');
}

/** The word says it; colour comes second. */
function SeverityTag({ severity }: Pick<AlarmView, 'severity'>) {
  const tone = severity === 'critical' ? 'fg-dlq' : severity === 'warning' ? 'fg-waiting' : 'text-3';
  return <span className={`small ${tone}`}>{severityWord(severity)}</span>;
}

function What({ alarm }: { readonly alarm: AlarmView }) {
  const { incidentId, watch, severity, value, threshold, acknowledgedBy, silencedUntil, becauseUnknown } = alarm;
  return (
    <span className={styles.lines}>
      <span className={styles.what}>
        <Link href={`/alarms/${incidentId}`} prefetch={false}>
          <b>{t(SIGNALS[watch].says)}</b>
        </Link>
        <b>{whereText(alarm)}</b>
        <SeverityTag severity={severity} />
      </span>
      {alarm.resolvedAt === null ? (
        <span className="small narrow-only">
          <Said of={pieces('since {time}', { time: <RelativeTime at={alarm.firedAt} /> })} />
        </span>
      ) : null}
      <span className="small text-2 clip">
        {[
          becauseUnknown
            ? t('unknown for too long')
            : alarm.unknownSince === null
              ? amountText(watch, value)
              : t('last {amount}', { amount: amountText(watch, value) }),
          t('rule: {amount}', { amount: amountText(watch, threshold) }),
          alarm.resolvedAt === null ? remainingText(alarm.watch, alarm.remaining) : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}{' '}
        ·{' '}
        {acknowledgedBy !== null ? (
          t('acknowledged by {name}', { name: acknowledgedBy.split('@')[0] ?? '' })
        ) : alarm.resolvedAt === null ? (
          <span className="fg-waiting">{t('not acknowledged')}</span>
        ) : (
          t('not acknowledged')
        )}
        {alarm.drain === null ? null : (
          <>
            {' '}
            · <Said of={pieces('time to drain {time}', { time: <DrainValue reading={alarm.drain} /> })} />
          </>
        )}
        {silencedUntil === null ? null : (
          <>
            {' '}
            ·{' '}
            <Said
              of={pieces('silenced until {time} ({reason})', {
                ...{ time: <Time at={silencedUntil} />, reason: alarm.silenceReason ?? '' },
              })}
            />
          </>
        )}
        {alarm.redriveId === null ? null : (
          <>
            {' '}
            ·{' '}
            <Link href={`/redrives/${alarm.redriveId}`} prefetch={false} className="underlined">
              {`RD-${alarm.redriveId}`}
            </Link>
          </>
        )}
      </span>
    </span>
  );
}

export const resolvedColumns = (): readonly Column<AlarmView>[] => [
  { id: 'state', header: t('State'), cell: (alarm) => <AlarmBadge alarm={alarm} /> },
  { id: 'rule', header: rule(), clip: true, cell: (alarm) => <What alarm={alarm} /> },
  {
    id: 'peak',
    header: t('Peak'),
    align: 'end',
    hideNarrow: true,
    cell: (alarm) => amountText(alarm.watch, alarm.peak),
  },
  { id: 'fired', header: t('Fired'), align: 'end', hideNarrow: true, cell: (alarm) => <Time at={alarm.firedAt} /> },
  {
    id: 'resolved',
    header: t('Resolved'),
    align: 'end',
    cell: (alarm) => (alarm.resolvedAt === null ? null : <Time at={alarm.resolvedAt} />),
  },
];

interface RuleOptions {
  /** Null: they could not be read. */
  readonly channels: readonly ChannelName[] | null;
  readonly onOpen: (rule: AlarmRuleView) => void;
}

export function ruleColumns({ channels, onOpen }: RuleOptions): readonly Column<AlarmRuleView>[] {
  const names = new Map(channels?.map(({ channelId, name }) => [channelId, name]));
  const unread = channels === null ? t('an unknown channel') : t('a removed channel');
  return [
    {
      id: 'watch',
      header: t('Watches'),
      cell: (rule) => (
        <Button variant="ghost" size="small" className={styles.flush} onClick={() => onOpen(rule)}>
          {t(SIGNALS[rule.watch].says)}
        </Button>
      ),
    },
    { id: 'where', header: t('Applies to'), hideNarrow: true, cut: true, cell: (rule) => <Where rule={rule} /> },
    { id: 'condition', header: t('Condition'), cut: true, cell: (rule) => conditionText(rule) },
    {
      id: 'notifies',
      header: t('Notifies'),
      cut: true,
      hideNarrow: true,
      cell: ({ channelIds }) =>
        channelIds === null
          ? t('every channel')
          : channelIds.length === 0
            ? t('no channel')
            : enumerated(channelIds.map((id) => names.get(id) ?? unread)),
    },
    {
      id: 'now',
      header: t('Current state'),
      cell: (rule) =>
        !rule.enabled ? (
          <span className="text-3">{t('off')}</span>
        ) : (
          <span className={styles.now}>
            {rule.firing > 0 ? (
              <b>{t('{count, number} firing', { count: rule.firing })}</b>
            ) : rule.unknown > 0 ? (
              ''
            ) : (
              <span className="text-3">{t('quiet')}</span>
            )}
            {rule.unknown > 0 ? (
              <span className={`text-2 ${styles.now}`}>
                <UnknownMark /> {t('{count, number} unknown', { count: rule.unknown })}
              </span>
            ) : null}
          </span>
        ),
    },
    { id: 'fired', header: t('Fired in 7 d'), align: 'end', cell: (rule) => rule.fired },
  ];
}

/** Of this installation there is one broker. */
function Where({ rule }: { readonly rule: AlarmRuleView }) {
  return whereText(rule, useWorkspace());
}
