import { Link } from '@/components/ui/link';
import { CauseName } from '@/components/causes/cause-name';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import { messageHref } from '@/components/parts/names';
import { enumerated } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { redriveName } from '@/lib/model/redrive/redrive';
import { keyParts, sharedKeys } from './plan.model';
import styles from './plan.module.css';

export function PlanSet({ plan }: { readonly plan: RedrivePlanView }) {
  const look = lookHref(plan);
  const topics = plan.breakdown.flatMap(({ part, label }) => (part === 'topic' && label !== null ? [label] : []));
  return (
    <section className="panel">
      <header>
        <h2>{t('Messages in the set')}</h2>
        <span className="small text-2">{setWords(plan.inSet, topics)}</span>
        {look === null ? null : (
          <span className="panel-end">
            <Link href={look} prefetch={false}>
              {t('View messages')}
            </Link>
          </span>
        )}
      </header>
      {plan.inSet === 0 ? (
        <EmptyState kind="filtered-out" title={t('The set is empty')}>
          {plan.matched === 0
            ? t('No dead letter of {group} matches any more. It may have been re-driven in the meantime.', {
                group: plan.group,
              })
            : t(
                `{matched, plural, one {The one dead letter that matches is} other {All # dead letters that match are}}
                left out. The reasons are below.`,
                { matched: plan.matched },
              )}
        </EmptyState>
      ) : (
        <div className={styles.parts}>
          <ByCause plan={plan} />
          <ByTime plan={plan} />
          <ByKey plan={plan} />
          {plan.cluster === null ? <Earlier plan={plan} /> : <ByBroker cluster={plan.cluster} />}
        </div>
      )}
    </section>
  );
}

function setWords(count: number, topics: readonly string[]): string {
  const [only] = topics;
  if (only === undefined) return t('{count, plural, one {# message} other {# messages}}', { count });
  return topics.length === 1
    ? t('{count, plural, one {# message} other {# messages}} of topic {topic}', { count, topic: only })
    : t('{count, plural, one {# message} other {# messages}} of {topics, number} topics', {
        count,
        topics: topics.length,
      });
}

function ByCause({ plan: { causes, causeCount, matched } }: { readonly plan: RedrivePlanView }) {
  const more = causeCount - causes.length;
  return (
    <div className={styles.causes}>
      <h3>{matched > 0 ? t('By cause, all matching dead letters') : t('By cause')}</h3>
      <ul>
        {causes.map((cause) => (
          <li key={cause.key} className={styles.cause}>
            <span className={styles.clamp}>
              <CauseName cause={cause} />
            </span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${Math.max(2, (cause.count / Math.max(1, matched)) * 100)}%` }} />
            </span>
            <b>{formatCount(cause.count)}</b>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="small text-2">
          {t(
            `and {more, plural, one {# more cause} other {# more causes}} ({letters, plural, one {# dead letter}
            other {# dead letters}})`,
            { more, letters: matched - causes.reduce((sum, { count }) => sum + count, 0) },
          )}
        </p>
      ) : null}
    </div>
  );
}

const BUCKETS = 24;

function ByTime({ plan: { breakdown, firstAt, lastAt } }: { readonly plan: RedrivePlanView }) {
  if (firstAt === null || lastAt === null) return null;
  const counts = Array.from(
    { length: BUCKETS },
    (_, place) => breakdown.find(({ part, label }) => part === 'time' && label === String(place))?.count ?? 0,
  );
  const most = Math.max(1, ...counts);
  return (
    <div>
      <h3>{t('By dead-letter time')}</h3>
      <div
        className={styles.bars}
        role="img"
        aria-label={t('Dead letters from the first to the last in {steps} intervals, at most {most, number} in one', {
          steps: BUCKETS,
          most,
        })}
      >
        {counts.map((count, place) => {
          const key = place;
          return <i key={key} style={{ height: `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%` }} />;
        })}
      </div>
      <p className="tiny text-2">
        <Said of={pieces('from {time}', { time: <Time at={firstAt} style="day-clock" /> })} />
      </p>
      <p className="tiny text-2">
        <Said
          of={pieces('to {time} {zoneName}', {
            time: <Time at={lastAt} style="day-clock" />,
            zoneName: <ZoneName />,
          })}
        />
      </p>
    </div>
  );
}

function ByKey({ plan: { breakdown, ordered, cluster } }: { readonly plan: RedrivePlanView }) {
  const shared = sharedKeys(breakdown);
  return (
    <div>
      <h3>{t('By key')}</h3>
      <dl className={styles.counts}>
        {keyParts(breakdown).map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {shared === 0 ? null : <p className="small text-2">{sharedWords(shared, ordered, cluster)}</p>}
    </div>
  );
}

/** The order among messages of one key. */
function sharedWords(count: number, ordered: boolean, cluster: RedrivePlanView['cluster']): string {
  if (cluster?.way === 'topic')
    return t('{count, plural, one {# key} other {# keys}}: messages of a key are sent one after another', { count });
  return ordered && cluster === null
    ? t('{count, plural, one {# key} other {# keys}}: each message waits for the previous one of its key', { count })
    : t('{count, plural, one {# key} other {# keys}}: no order among messages of a key', { count });
}

/** A copy goes to the broker that stores its dead letter. */
function ByBroker({ cluster: { brokers, silent } }: { readonly cluster: NonNullable<RedrivePlanView['cluster']> }) {
  return (
    <div>
      <h3>{t('By broker')}</h3>
      <dl className={styles.counts}>
        {brokers.map(({ broker, count }) => (
          <div key={broker}>
            <dt>{broker}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {silent.length === 0 ? null : (
        <p className="small text-2">
          {t('No response from {brokers}: the dead letters there are not released.', {
            brokers: enumerated(silent.map(({ broker }) => broker)),
          })}
        </p>
      )}
    </div>
  );
}

function Earlier({ plan: { breakdown } }: { readonly plan: RedrivePlanView }) {
  return (
    <div>
      <h3>{t('By earlier re-drive')}</h3>
      <dl className={styles.counts}>
        {breakdown
          .filter(({ part }) => part === 'earlier')
          .map(({ label, count }) => (
            <div key={label}>
              <dt>
                {label === null ? (
                  t('not re-driven before')
                ) : (
                  <Link href={`/redrives/${label}`} prefetch={false}>
                    {redriveName(Number(label))}
                  </Link>
                )}
              </dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** Null: no page shows just these. */
function lookHref({ group, selection, cluster }: RedrivePlanView): string | null {
  if (cluster !== null) return null;
  const { filter, messageIds, deadLetterIds, redrive } = selection;
  if (deadLetterIds !== undefined) return null;
  if (messageIds?.[0] !== undefined) return messageHref(messageIds[0]);
  if (redrive?.withoutCauses !== undefined) return null;
  if (redrive !== undefined) return `/redrives/${redrive.redriveId}?show=${redrive.verdicts[0]}`;
  const search = new URLSearchParams({ group });
  for (const [name, value] of Object.entries(filter ?? {})) if (value !== undefined) search.set(name, value);
  return `/dead-letters?${search}`;
}
