'use client';

import { ArrowLeft, Minus, RotateCw, TriangleAlert, Check, CircleQuestionMark } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CauseName } from '@/components/causes/cause-name';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { formatBytes, formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { Time, ZoneName } from '@/components/ui/time';
import type { RedrivePlanView } from '@/lib/console/reads/redrive-plan';
import type { ReadResult } from '@/lib/model/read-result';
import { readRate, safetyChecks, type SafetyCheck, scopeWords, timeNeeded } from './plan.model';
import styles from './redrives.module.css';
import { StartPanel } from './start-panel';

const PARAMS = ['set', 'message', 'all', 'from', 'to', 'q', 'cause', 'expires', 'through', 'frozen'] as const;
const DEFAULT_RATE = '20';

/** The dry run: what would be sent, what would not and why, before anything is. */
export function PlanView({ initial }: { readonly initial: ReadResult<RedrivePlanView> }) {
  const router = useRouter();
  const url = useUrlParams();
  const rest = Object.fromEntries(PARAMS.map((name) => [name, url.get(name)]));
  const plan = useLiveQuery(
    'redrivePlan',
    { ...rest, group: url.get('group') ?? '' },
    {
      initial,
      live: { kinds: ['dead-letter', 'redrive', 'client'], group: initial.data.group },
    },
  );
  const data = plan.data ?? initial.data;
  const [rateText, setRateText] = useState(DEFAULT_RATE);
  const rate = readRate(rateText);

  return (
    <>
      <PageHeader
        title={`Re-drive ${formatCount(data.inSet)} dead ${data.inSet === 1 ? 'letter' : 'letters'} to ${data.group}`}
        actions={
          <ButtonLink href={`/dead-letters?group=${encodeURIComponent(data.group)}`} variant="ghost" icon={ArrowLeft}>
            Discard plan
          </ButtonLink>
        }
      >
        Dry run: nothing has been sent. Only this group gets them; ids, keys and bodies stay the same.
      </PageHeader>
      <ReadProblem error={plan.error} onRetry={plan.retry} />
      <section className="panel stats" aria-label="The set">
        <Stat name="Matched" value={formatCount(data.matched)} note={scopeWords(data)} />
        <Stat
          name="Excluded"
          value={formatCount(data.excluded + data.missing)}
          note={data.excluded + data.missing === 0 ? 'none' : 'reasons below'}
        />
        <Stat
          name="In the set"
          value={formatCount(data.inSet)}
          note={
            <>
              frozen <Time at={data.frozenAt} style="clock" />, {formatBytes(data.bodyBytes)}
            </>
          }
          accent
        />
        <Stat
          name="Died since freeze"
          value={formatCount(data.diedSince)}
          note={data.diedSince === 0 ? 'would not join this set' : 'not in this set'}
        />
        <Stat
          name="Time to release"
          value={timeNeeded(data.inSet, rate.rate)}
          note={rate.rate === null ? 'no rate limit' : `at ${formatCount(rate.rate)}/s`}
        />
        <Stat name="Deliveries each" value={formatCount(data.maxRetries + 1)} note="counted from 1 again" />
      </section>
      <div className="split split-main">
        <div className="col col-wide">
          <section className="panel">
            <header>
              <h2>What is in the set</h2>
              <span className="small text-2">by cause</span>
              <span className="panel-end small text-2">
                {data.firstAt === null || data.lastAt === null ? null : (
                  <>
                    died <Time at={data.firstAt} /> to <Time at={data.lastAt} /> <ZoneName />
                  </>
                )}
              </span>
            </header>
            {data.causes.length === 0 ? (
              <EmptyState kind="filtered-out" title="Nothing is in the set">
                No dead letter of {data.group} matches any more. It may have been re-driven meanwhile.
              </EmptyState>
            ) : (
              <ul className={styles.list}>
                {data.causes.map((cause) => (
                  <li key={cause.key} className={styles.line}>
                    <b>{formatCount(cause.count)}</b>
                    <CauseName cause={cause} />
                    <span
                      className={styles.share}
                      style={{ width: `${Math.max(1, (cause.count / Math.max(1, data.matched)) * 90)}px` }}
                      aria-hidden="true"
                    />
                  </li>
                ))}
              </ul>
            )}
            {data.causeCount > data.causes.length ? (
              <footer>
                The {formatCount(data.causes.length)} most frequent of {formatCount(data.causeCount)} causes; all of
                them are in the set.
              </footer>
            ) : null}
          </section>
          {data.excluded + data.missing === 0 ? null : (
            <section className="panel">
              <header>
                <h2>Excluded: {formatCount(data.excluded + data.missing)}</h2>
                <span className="small text-2">not touched by this run</span>
              </header>
              <ul className={styles.list}>
                {data.reasons.map((reason) => (
                  <li key={reason.why} className={styles.line}>
                    <b>{formatCount(reason.count)}</b>
                    <span>{reason.why}</span>
                    <span className="mono text-2 small">{reason.sampleId}</span>
                  </li>
                ))}
                {data.missing === 0 ? null : (
                  <li className={styles.line}>
                    <b>{formatCount(data.missing)}</b>
                    <span>no longer a dead letter: re-driven or recalled since you selected it</span>
                    <Icon of={Minus} />
                  </li>
                )}
              </ul>
            </section>
          )}
        </div>
        <div className="col col-wide">
          <section className="panel">
            <header>
              <h2>Is it safe?</h2>
            </header>
            <ul>
              {safetyChecks(data).map((check) => (
                <CheckLine key={check.title} check={check} />
              ))}
            </ul>
          </section>
          <StartPanel
            plan={data}
            rateText={rateText}
            onRate={setRateText}
            rate={rate}
            onStarted={(redriveId) => router.push(`/redrives/${redriveId}`)}
          />
        </div>
      </div>
    </>
  );
}

function Stat({
  name,
  value,
  note,
  accent = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly note: React.ReactNode;
  readonly accent?: boolean;
}) {
  return (
    <div className="stat">
      <span className="stat-name">
        {accent ? <Icon of={RotateCw} size={12} /> : null}
        {name}
      </span>
      <span className="stat-value">{value}</span>
      <span className="stat-note">{note}</span>
    </div>
  );
}

const checkIcons = { passed: Check, warning: TriangleAlert, unknown: CircleQuestionMark } as const;
const checkTones = { passed: 'fg-commit', warning: 'fg-waiting', unknown: 'text-3' } as const;

function CheckLine({ check }: { readonly check: SafetyCheck }) {
  return (
    <li className={styles.check}>
      <span className={checkTones[check.kind]}>
        <Icon of={checkIcons[check.kind]} />
      </span>
      <div>
        {check.title}
        <div className="text-3">{check.note}</div>
      </div>
    </li>
  );
}
