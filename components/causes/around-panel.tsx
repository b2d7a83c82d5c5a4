'use client';

import { Link } from '@/components/ui/link';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { CHANGE_ICONS } from '@/components/parts/change-icon';
import { Icon } from '@/components/ui/icon';
import { Time } from '@/components/ui/time';
import type { CauseAroundView } from '@/lib/console/operations/causes/views';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import styles from './causes.module.css';
import { Said } from '@/components/ui/said';
import { between, pieces, t } from '@/lib/model/language/t';

/** What changed when it began: the chart of the first failures, and the list of changes with their distance. */
export function AroundPanel({
  fingerprint,
  group,
  initial,
}: {
  readonly fingerprint: string;
  readonly group: string;
  readonly initial?: ReadResult<ReadData<'causeAround'>>;
}) {
  const { data, error, retry } = useLiveQuery(
    'causeAround',
    { fingerprint, group },
    { live: { kinds: ['group'], group }, ...(initial === undefined ? {} : { initial }) },
  );
  return (
    <section className="panel">
      <header>
        <h2>{t('Around the first failure')}</h2>
        <span className="small text-2">{t('failed deliveries per 20 s')}</span>
      </header>
      <ReadProblem error={error} onRetry={retry} />
      <div className="panel-body col">
        {data === undefined ? (
          <p className="small text-2">{t('Reading failures and changes of that time.')}</p>
        ) : data === null ? (
          <p className="small text-2">{t('The start is unknown: no failure with this cause was reported.')}</p>
        ) : (
          <>
            <Chart around={data} />
            <Changes around={data} />
          </>
        )}
      </div>
    </section>
  );
}

const WIDTH = 400;
const HEIGHT = 96;

function Chart({ around: { at, from, stepMs, failures, changes } }: { readonly around: CauseAroundView }) {
  const most = Math.max(1, ...failures);
  const step = WIDTH / failures.length;
  const x = (time: string): number => ((Date.parse(time) - Date.parse(from)) / stepMs) * step;
  const sum = failures.reduce((total, each) => total + each, 0);
  const minutes = (failures.length * stepMs) / 60_000;
  const words = t(
    `{sum, plural, one {# failed delivery} other {# failed deliveries}} in {minutes} minutes, at most {most, number} in
    {stepMs} s`,
    {
      sum,
      minutes,
      most,
      stepMs: stepMs / 1000,
    },
  );
  const marks = changes.map((change) => x(change.at)).filter((place) => place >= 0 && place <= WIDTH);
  return (
    <figure className="col col-tight">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label={words}>
        <title>{words}</title>
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--line-strong)" />
        {failures.map((count, index) =>
          count === 0 ? null : (
            <rect
              // oxlint-disable-next-line react/no-array-index-key -- its place is what a step is
              key={index}
              x={index * step + 0.5}
              width={step - 1}
              y={HEIGHT - (count / most) * (HEIGHT - 6)}
              height={(count / most) * (HEIGHT - 6)}
              fill="var(--waiting-solid)"
            />
          ),
        )}
        {marks.map((place) => (
          <line key={place} x1={place} x2={place} y1={0} y2={HEIGHT} stroke="var(--accent)" strokeDasharray="3 3" />
        ))}
        <line x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} stroke="var(--dlq-solid)" strokeWidth="1.5" />
      </svg>
      <figcaption className="row tiny text-3">
        <Time at={from} style="clock" />
        <span className="grow" />
        <span className="fg-dlq">
          <Said of={pieces('first failure {time}', { time: <Time at={at} style="clock" /> })} />
        </span>
        <span className="grow" />
        {t('at most {most, number}', { most })}
      </figcaption>
    </figure>
  );
}

function Changes({ around: { at, changes } }: { readonly around: CauseAroundView }) {
  if (changes.length === 0)
    return (
      <p className="small text-2">
        {t('No change of configuration, application version, consumers, throttling or re-drives in the hour before.')}
      </p>
    );
  return (
    <ul className={styles.changes} aria-label={t('What changed')}>
      {changes.map((change) => (
        <li key={`${change.kind} ${change.at} ${change.says}`}>
          <Icon of={CHANGE_ICONS[change.kind]} size={13} />
          <span>
            {change.href === null ? (
              change.says
            ) : (
              <Link href={change.href} prefetch={false} className="underlined">
                {change.says}
              </Link>
            )}
            <span className="text-3">
              {between(',')}
              <Time at={change.at} style="clock" />
              {between(',')}
              {distance(change.at, at)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function distance(one: string, other: string): string {
  const seconds = Math.round((Date.parse(one) - Date.parse(other)) / 1000);
  const size = Math.abs(seconds);
  if (size < 1) return t('at that moment');
  const isBefore = seconds < 0;
  if (size < 120) return isBefore ? t('{size} s before', { size }) : t('{size} s after', { size });
  const minutes = Math.round(size / 60);
  return isBefore ? t('{minutes} min before', { minutes }) : t('{minutes} min after', { minutes });
}
