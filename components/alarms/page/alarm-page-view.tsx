'use client';

import { RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PartProblem } from '@/components/live/part-problem';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button, ButtonLink } from '@/components/ui/button';
import { DrainValue } from '@/components/ui/drain';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime, Time } from '@/components/ui/time';
import type { AlarmHistory, AlarmLetters } from '@/lib/console/reads/alarm';
import { WATCHES } from '@/lib/model/alarm/watch';
import type { ReadResult } from '@/lib/model/read-result';
import { AlarmBadge } from '../alarm-badge';
import { conditionWords, whereText, WHY } from '../alarms.model';
import { TakeDialog, type Taking } from '../take-dialog';
import { AlarmCausesPanel } from './alarm-causes-panel';
import { AlarmChanges } from './alarm-changes';
import { AlarmChart } from './alarm-chart';
import { AlarmEvents } from './alarm-events';
import { AlarmFix } from './alarm-fix';
import { knownOf, lettersSentence, nextStep, valueSentence } from './alarm-page.model';
import styles from './alarm-page.module.css';
import { AcceptDialog } from './accept-dialog';
import { DealtBar } from './dealt-bar';

interface AlarmPageViewProps {
  readonly id: string;
  readonly initial: ReadResult<AlarmHistory>;
  readonly mayNotTake: string | null;
  readonly mayNotAccept: string | null;
}

/** Where a notification leads: what, since when, why, what changed, and the one next step. */
export function AlarmPageView({ id, initial, mayNotTake, mayNotAccept }: AlarmPageViewProps) {
  const [taking, setTaking] = useState<Taking | 'accept' | null>(null);
  const router = useRouter();
  const query = useLiveQuery('alarm', { id }, { initial, live: { kinds: ['alarm', 'redrive'] } });
  const letters = useLiveQuery('alarmLetters', { id }, { live: { kinds: ['alarm'] } });
  const page = query.data ?? initial.data;
  const { alarm } = page;
  const isOpen = alarm.resolvedAt === null;
  const mayAcknowledge = isOpen && alarm.acknowledgedBy === null;
  // A silence outlives its alarm, and can be ended later.
  const maySilence = isOpen || alarm.silencedUntil !== null;
  const silence: Taking = alarm.silencedUntil === null ? 'silence' : 'unsilence';
  const next = nextStep(page);
  useShortcut('e', () => setTaking('acknowledge'), 'Acknowledge the alarm', mayAcknowledge && mayNotTake === null);
  useShortcut('z', () => setTaking(silence), 'Silence the alarm, or end its silence', maySilence && mayNotTake === null);
  useShortcut('r', () => router.push(next.href), next.label, !next.href.startsWith('/api/'));
  const isOfLetters = WATCHES[alarm.watch].ofDeadLetters;
  return (
    <>
      <PageHeader
        title={`${WATCHES[alarm.watch].says}: ${whereText(alarm)}`}
        marks={<AlarmBadge alarm={alarm} />}
        actions={
          <>
            {mayAcknowledge ? (
              <Button keys="e" disabledReason={mayNotTake} onClick={() => setTaking('acknowledge')}>
                Acknowledge
              </Button>
            ) : null}
            {maySilence ? (
              <Button variant="ghost" keys="z" disabledReason={mayNotTake} onClick={() => setTaking(silence)}>
                {alarm.silencedUntil === null ? 'Silence…' : 'End silence'}
              </Button>
            ) : null}
            {isOfLetters && isOpen && (alarm.remaining ?? 1) > 0 ? (
              <Button variant="ghost" disabledReason={mayNotAccept} onClick={() => setTaking('accept')}>
                Accept…
              </Button>
            ) : null}
          </>
        }
      >
        <Since page={page} staleAt={query.error === null ? null : (query.asOf ?? initial.asOf)} />
      </PageHeader>
      {query.error === null ? null : (
        <section className="panel">
          <ReadProblem error={query.error} onRetry={query.retry} />
        </section>
      )}
      <section
        className={`panel ${styles.lead}`}
        data-end={isOpen ? 'open' : alarm.resolvedWhy === 'expired' ? 'lost' : 'over'}
        aria-label="What it is and what to do next"
      >
        <div className={styles.say}>
          <div>
            <p className={styles.sentence}>
              {lettersSentence(alarm, knownOf(letters.data?.causes)) ?? valueSentence(alarm)}
            </p>
            <LastDeath alarm={alarm} letters={letters.data} />
          </div>
          <div className={styles.next}>
            {next.href.startsWith('/api/') ? (
              <a href={next.href}>{next.label}</a>
            ) : (
              <ButtonLink
                href={next.href}
                variant={isOpen ? 'primary' : 'default'}
                size="large"
                keys="r"
                {...(isOfLetters && isOpen ? { icon: RotateCw } : {})}
              >
                {next.label}
              </ButtonLink>
            )}
            {next.note === null ? null : <span className="small text-2">{next.note}</span>}
          </div>
        </div>
        {isOfLetters ? <DealtBar alarm={alarm} evaluatedAt={page.evaluatedAt} /> : null}
      </section>
      <div className={styles.columns}>
        <div className="col col-wide">
          <AlarmChart id={id} alarm={alarm} changes={knownOf(letters.data?.changes) ?? []} />
          {isOfLetters && letters.data !== null ? (
            <AlarmCausesPanel alarm={alarm} letters={letters.data} onRetry={letters.retry} />
          ) : null}
        </div>
        <div className="col col-wide">
          {isOfLetters ? (
            <AlarmFix letters={letters.data ?? null} redrives={page.redrives} isLoading={letters.data === undefined} />
          ) : null}
          {letters.data === null ? null : <AlarmChanges alarm={alarm} letters={letters.data} />}
          {letters.error === null ? null : (
            <section className="panel">
              <PartProblem what="Why and what changed" reason={letters.error.message} onRetry={letters.retry} />
            </section>
          )}
        </div>
      </div>
      <AlarmEvents page={page} asOf={query.asOf ?? initial.asOf} error={query.error} onRetry={query.retry} />
      {taking === null ? null : taking === 'accept' ? (
        <AcceptDialog alarm={alarm} onClose={() => setTaking(null)} onDone={query.retry} />
      ) : (
        <TakeDialog kind={taking} alarm={alarm} onClose={() => setTaking(null)} onDone={query.retry} />
      )}
    </>
  );
}

/** @param props.staleAt when it could not be read again: of when this is */
function Since({ page: { alarm }, staleAt }: { readonly page: AlarmHistory; readonly staleAt: string | null }) {
  return (
    <>
      {staleAt === null ? null : (
        <>
          As of <Time at={staleAt} style="clock" />:{' '}
        </>
      )}
      Since <Time at={alarm.firedAt} withRelative />. Rule: {conditionWords(alarm)}, {alarm.severity}.
      {alarm.acknowledgedBy !== null
        ? ` Acknowledged by ${alarm.acknowledgedBy.split('@')[0]}.`
        : alarm.resolvedAt === null
          ? ' Not acknowledged.'
          : ''}
      {alarm.silencedUntil === null ? null : (
        <>
          {' '}
          Silenced until <Time at={alarm.silencedUntil} /> ({alarm.silenceReason}).
        </>
      )}
      {alarm.resolvedAt === null ? null : (
        <>
          {' '}
          Ended <Time at={alarm.resolvedAt} /> {WHY[alarm.resolvedWhy ?? '']}.
        </>
      )}
      {alarm.drain === null ? null : (
        <>
          {' '}
          Time to drain: <DrainValue reading={alarm.drain} />.
        </>
      )}
    </>
  );
}

interface LastDeathProps {
  readonly alarm: AlarmHistory['alarm'];
  readonly letters: AlarmLetters | null | undefined;
}

/** What is lost next. */
function LastDeath({ alarm, letters }: LastDeathProps) {
  const causes = knownOf(letters?.causes);
  if (alarm.resolvedAt !== null || causes === null || causes.lastAt === null) return null;
  return (
    <p className="text-2">
      The last one died <RelativeTime at={causes.lastAt} />.{' '}
      {causes.expiresAt === null ? (
        'None of them expires.'
      ) : (
        <>
          The first of them expire <Time at={causes.expiresAt} />, unless they are held.
        </>
      )}{' '}
      <Link href={alarm.evidence} prefetch={false}>
        {WATCHES[alarm.watch].evidence.says}
      </Link>
    </p>
  );
}
