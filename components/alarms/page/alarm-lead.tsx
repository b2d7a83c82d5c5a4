'use client';

import { RotateCw } from 'lucide-react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { RelativeTime, Time } from '@/components/ui/time';
import { usePush } from '@/components/ui/use-push';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/operations/alarms/views';
import { SIGNALS } from '@/lib/model/signal/signal';
import { knownOf, lettersSentence, nextStep, valueSentence } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { DealtBar } from './dealt-bar';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

/** Green only for what was consumed. */
const ENDS: Readonly<Record<string, 'lost' | 'consumed'>> = { expired: 'lost', redriven: 'consumed' };

interface LeadProps {
  readonly page: AlarmHistory;
  readonly letters: AlarmLetters | null | undefined;
}

/** The sentence, the one next step, and the outcome of the dead letters. */
export function AlarmLead({ page, letters }: LeadProps) {
  const { alarm } = page;
  const isOpen = alarm.resolvedAt === null;
  const sentence = lettersSentence(alarm, knownOf(letters?.causes)) ?? valueSentence(alarm);
  return (
    <section
      className={`panel ${styles.lead}`}
      data-end={isOpen ? 'open' : (ENDS[alarm.resolvedWhy ?? ''] ?? 'over')}
      aria-label={t('Summary and next step')}
    >
      <div className={styles.say}>
        <div>
          <p className={styles.sentence} title={sentence}>
            {sentence}
          </p>
          <LastDeath page={page} letters={letters} />
        </div>
        <Next page={page} />
      </div>
      {SIGNALS[alarm.watch].ofDeadLetters ? <DealtBar alarm={alarm} evaluatedAt={page.evaluatedAt} /> : null}
    </section>
  );
}

function Next({ page }: { readonly page: AlarmHistory }) {
  const push = usePush();
  const { label, href, note } = nextStep(page);
  const isPage = !href.startsWith('/api/');
  const isOpen = page.alarm.resolvedAt === null;
  const isPlan = href.startsWith('/redrives/new');
  useShortcut('r', () => push(href), label, isPage);
  return (
    <div className={styles.next}>
      {isPage ? (
        <ButtonLink
          href={href}
          variant={isOpen ? 'primary' : 'default'}
          size="large"
          keys="r"
          {...(isPlan ? { icon: RotateCw } : {})}
        >
          {label}
        </ButtonLink>
      ) : (
        <a href={href}>{label}</a>
      )}
      {note === null ? null : <span className="small text-2">{note}</span>}
    </div>
  );
}

/** What is lost next. */
function LastDeath({ page: { alarm }, letters }: LeadProps) {
  const causes = knownOf(letters?.causes);
  if (alarm.resolvedAt !== null || causes === null || causes.lastAt === null) return null;
  return (
    <p className="text-2">
      <Said of={pieces('Last dead letter {time}.', { time: <RelativeTime at={causes.lastAt} /> })} />
      {between()}
      {causes.expiresAt === null ? (
        t('None of them expires.')
      ) : (
        <Said of={pieces('The first expires at {time} unless held.', { time: <Time at={causes.expiresAt} /> })} />
      )}
      {between()}
      <Link href={alarm.evidence} prefetch={false} className="underlined">
        {alarm.evidenceSays}
      </Link>
    </p>
  );
}
