import { Check, CircleDashed, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { StateBadge } from '@/components/ui/state-badge';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/operations/alarms/views';
import { type FixVerdict, fixOf, knownOf } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { msg, t } from '@/lib/model/language/t';

const ICONS = { good: Check, bad: TriangleAlert, unknown: CircleDashed } as const;

interface AlarmFixProps {
  readonly alarm: AlarmHistory['alarm'];
  readonly letters: AlarmLetters | null | undefined;
  readonly redrives: AlarmHistory['redrives'];
}

/** Whether what died would be consumed now. */
export function AlarmFix({ alarm, letters, redrives }: AlarmFixProps) {
  const isLoading = letters === undefined;
  const unread = letters?.main.kind === 'unknown' ? letters.main.reason : null;
  const { verdict, lines } = fixOf({
    main: knownOf(letters?.main),
    causes: knownOf(letters?.causes),
    redrives,
    consumed: alarm.became?.consumed ?? 0,
  });
  return (
    <section className="panel">
      <header>
        <h2>{t('Does the fix work?')}</h2>
        <span className="panel-end">
          {isLoading ? null : <FixBadge verdict={unread === null ? verdict : 'unknown'} />}
        </span>
      </header>
      {isLoading ? (
        <div className="panel-body">
          <Skeleton rows={3} />
        </div>
      ) : unread !== null ? (
        <div className="panel-body small text-2">
          {t('Whether retries succeed now is unknown: {reason}.', { reason: unread })}
        </div>
      ) : (
        <ul className={styles.lines}>
          {lines.map(({ tone, says, more }) => (
            <li key={says} data-tone={tone}>
              <Icon of={ICONS[tone]} />
              <span>
                <b>{says}</b>
                <span className="small text-2">{more}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const VERDICTS = {
  yes: { state: 'consumed', label: msg('Yes, so far') },
  part: { state: 'waiting-retry', label: msg('Partly') },
  no: { state: 'dead', label: msg('No') },
  unknown: { state: 'unknown', label: msg('Not known yet') },
} as const;

function FixBadge({ verdict }: { readonly verdict: FixVerdict }) {
  const { state, label } = VERDICTS[verdict];
  return <StateBadge state={state} label={t(label)} />;
}
