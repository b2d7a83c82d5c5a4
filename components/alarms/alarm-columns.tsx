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
import { conditionText, whereText } from './alarms.model';
import type { Taking } from './take-dialog';

interface FiringOptions {
  readonly mayNotTake: string | null;
  readonly onTake: (kind: Taking, alarm: AlarmView) => void;
}

/** No text: what stands below it says by itself what it is, also on a card. */
const RULE = <>Rule</>;

export function firingColumns({ mayNotTake, onTake }: FiringOptions): readonly Column<AlarmView>[] {
  return [
    { id: 'state', header: 'State', hideNarrow: true, cell: (alarm) => <AlarmBadge alarm={alarm} /> },
    { id: 'rule', header: RULE, clip: true, cell: (alarm) => <What alarm={alarm} /> },
    {
      id: 'since',
      header: 'Since',
      align: 'end',
      hideNarrow: true,
      cell: (alarm) => <RelativeTime at={alarm.firedAt} />,
    },
    {
      id: 'actions',
      header: <span className="visually-hidden">Actions</span>,
      fixed: true,
      align: 'end',
      cell: (alarm) => (
        <span className={styles.buttons}>
          <ButtonLink href={alarm.evidence} size="small" aria-label={`${alarm.evidenceSays}, ${nameOf(alarm)}`}>
            {alarm.evidenceSays}
          </ButtonLink>
          {alarm.acknowledgedBy === null ? (
            <Button
              size="small"
              disabledReason={mayNotTake}
              aria-label={`Acknowledge ${nameOf(alarm)}`}
              onClick={() => onTake('acknowledge', alarm)}
            >
              Acknowledge
            </Button>
          ) : null}
          <Button
            size="small"
            variant="ghost"
            disabledReason={mayNotTake}
            aria-label={`${alarm.silencedUntil === null ? 'Silence…' : 'End silence'} ${nameOf(alarm)}`}
            onClick={() => onTake(alarm.silencedUntil === null ? 'silence' : 'unsilence', alarm)}
          >
            {alarm.silencedUntil === null ? 'Silence…' : 'End silence'}
          </Button>
        </span>
      ),
    },
  ];
}

/** For screen readers, which read a button without its row: names the alarm. */
function nameOf(alarm: AlarmView): string {
  return `${SIGNALS[alarm.watch].says}, ${whereText(alarm)}`;
}

/** The word says it; colour comes second. */
function SeverityTag({ severity }: Pick<AlarmView, 'severity'>) {
  const tone = severity === 'critical' ? 'fg-dlq' : severity === 'warning' ? 'fg-waiting' : 'text-3';
  return <span className={`small ${tone}`}>{severity}</span>;
}

function What({ alarm }: { readonly alarm: AlarmView }) {
  const { incidentId, watch, severity, value, threshold, acknowledgedBy, silencedUntil, becauseUnknown } = alarm;
  return (
    <span className={styles.lines}>
      <span className={styles.what}>
        <Link href={`/alarms/${incidentId}`} prefetch={false}>
          <b>{SIGNALS[watch].says}</b>
        </Link>
        <b>{whereText(alarm)}</b>
        <SeverityTag severity={severity} />
      </span>
      {alarm.resolvedAt === null ? (
        <span className="small narrow-only">
          since <RelativeTime at={alarm.firedAt} />
        </span>
      ) : null}
      <span className="small text-2 clip">
        {becauseUnknown
          ? 'unknown for too long'
          : `${alarm.unknownSince === null ? '' : 'last '}${amountText(watch, value)}`}
        , rule: {amountText(watch, threshold)}
        {alarm.resolvedAt === null ? remainingText(alarm.watch, alarm.remaining) : ''} ·{' '}
        {acknowledgedBy !== null ? (
          `acknowledged by ${acknowledgedBy.split('@')[0]}`
        ) : alarm.resolvedAt === null ? (
          <span className="fg-waiting">not acknowledged</span>
        ) : (
          'not acknowledged'
        )}
        {alarm.drain === null ? null : (
          <>
            {' '}
            · time to drain <DrainValue reading={alarm.drain} />
          </>
        )}
        {silencedUntil === null ? null : (
          <>
            {' '}
            · silenced until <Time at={silencedUntil} /> ({alarm.silenceReason})
          </>
        )}
        {alarm.redriveId === null ? null : (
          <>
            {' '}
            ·{' '}
            <Link href={`/redrives/${alarm.redriveId}`} prefetch={false} className="underlined">
              RD-{alarm.redriveId}
            </Link>
          </>
        )}
      </span>
    </span>
  );
}

export const resolvedColumns: readonly Column<AlarmView>[] = [
  { id: 'state', header: 'State', cell: (alarm) => <AlarmBadge alarm={alarm} /> },
  { id: 'rule', header: RULE, clip: true, cell: (alarm) => <What alarm={alarm} /> },
  {
    id: 'peak',
    header: 'Peak',
    align: 'end',
    hideNarrow: true,
    cell: (alarm) => amountText(alarm.watch, alarm.peak),
  },
  { id: 'fired', header: 'Fired', align: 'end', hideNarrow: true, cell: (alarm) => <Time at={alarm.firedAt} /> },
  {
    id: 'resolved',
    header: 'Resolved',
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
  const unread = channels === null ? 'an unknown channel' : 'a removed channel';
  return [
    {
      id: 'watch',
      header: 'Watches',
      cell: (rule) => (
        <Button variant="ghost" size="small" className={styles.flush} onClick={() => onOpen(rule)}>
          {SIGNALS[rule.watch].says}
        </Button>
      ),
    },
    { id: 'where', header: 'Applies to', hideNarrow: true, cut: true, cell: (rule) => <Where rule={rule} /> },
    { id: 'condition', header: 'Condition', cut: true, cell: (rule) => conditionText(rule) },
    {
      id: 'notifies',
      header: 'Notifies',
      cut: true,
      hideNarrow: true,
      cell: ({ channelIds }) =>
        channelIds === null
          ? 'every channel'
          : channelIds.length === 0
            ? 'no channel'
            : channelIds.map((id) => names.get(id) ?? unread).join(', '),
    },
    {
      id: 'now',
      header: 'Now',
      cell: (rule) =>
        !rule.enabled ? (
          <span className="text-3">off</span>
        ) : (
          <span className={styles.now}>
            {rule.firing > 0 ? (
              <b>{rule.firing} firing</b>
            ) : rule.unknown > 0 ? (
              ''
            ) : (
              <span className="text-3">quiet</span>
            )}
            {rule.unknown > 0 ? (
              <span className={`text-2 ${styles.now}`}>
                <UnknownMark /> {rule.unknown} unknown
              </span>
            ) : null}
          </span>
        ),
    },
    { id: 'fired', header: 'Fired 7 d', align: 'end', cell: (rule) => rule.fired },
  ];
}

/** Of this installation there is one broker. */
function Where({ rule }: { readonly rule: AlarmRuleView }) {
  return whereText(rule, useWorkspace());
}
