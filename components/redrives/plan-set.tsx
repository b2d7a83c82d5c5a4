import { Link } from '@/components/ui/link';
import { CauseName } from '@/components/causes/cause-name';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import { messageHref } from '@/components/parts/names';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { keyParts, sharedKeys } from './plan.model';
import styles from './plan.module.css';

export function PlanSet({ plan }: { readonly plan: RedrivePlanView }) {
  const look = lookHref(plan);
  const topics = plan.breakdown.filter(({ part }) => part === 'topic').map(({ label }) => label);
  return (
    <section className="panel">
      <header>
        <h2>What is in the set</h2>
        <span className="small text-2">
          {plural(plan.inSet, 'message')}
          {topics.length === 1 ? ` of one topic, ${topics[0]}` : topics.length > 1 ? ` of ${topics.length} topics` : ''}
        </span>
        {look === null ? null : (
          <span className="panel-end">
            <Link href={look} prefetch={false}>
              View them
            </Link>
          </span>
        )}
      </header>
      {plan.inSet === 0 ? (
        <EmptyState kind="filtered-out" title="The set is empty">
          {plan.matched === 0
            ? `No dead letter of ${plan.group} matches any more. It may have been re-driven meanwhile.`
            : `All ${formatCount(plan.matched)} that match stay behind; the reasons are below.`}
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

function ByCause({ plan: { causes, causeCount, matched } }: { readonly plan: RedrivePlanView }) {
  const more = causeCount - causes.length;
  return (
    <div className={styles.causes}>
      <h3>By cause{matched > 0 ? ', all that match' : ''}</h3>
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
          and {formatCount(more)} more ({formatCount(matched - causes.reduce((sum, { count }) => sum + count, 0))}{' '}
          letters)
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
      <h3>By time of death</h3>
      <div
        className={styles.bars}
        role="img"
        aria-label={`Deaths from first to last in ${BUCKETS} steps; at most ${formatCount(most)} in one`}
      >
        {counts.map((count, place) => {
          const key = place;
          return <i key={key} style={{ height: `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%` }} />;
        })}
      </div>
      <p className="tiny text-2">
        from <Time at={firstAt} style="day-clock" />
      </p>
      <p className="tiny text-2">
        to <Time at={lastAt} style="day-clock" /> <ZoneName />
      </p>
    </div>
  );
}

function ByKey({ plan: { breakdown, ordered, cluster } }: { readonly plan: RedrivePlanView }) {
  const shared = sharedKeys(breakdown);
  return (
    <div>
      <h3>By key</h3>
      <dl className={styles.counts}>
        {keyParts(breakdown).map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {shared === 0 ? null : (
        <p className="small text-2">
          {plural(shared, 'key')}; {keyOrder(ordered, cluster)}
        </p>
      )}
    </div>
  );
}

/** The order among copies of one key. */
function keyOrder(ordered: boolean, cluster: RedrivePlanView['cluster']): string {
  if (cluster?.way === 'topic') return 'sent one after another';
  return ordered && cluster === null ? 'the next waits for the one before' : 'without an order among them';
}

/** A copy goes to the broker that its letter lies on. */
function ByBroker({ cluster: { brokers, silent } }: { readonly cluster: NonNullable<RedrivePlanView['cluster']> }) {
  return (
    <div>
      <h3>On which broker</h3>
      <dl className={styles.counts}>
        {brokers.map(({ broker, count }) => (
          <div key={broker}>
            <dt>{broker}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {silent.length === 0 ? null : (
        <p className="small text-2">{silent.map(({ broker }) => broker).join(', ')}: no answer; its letters wait</p>
      )}
    </div>
  );
}

function Earlier({ plan: { breakdown } }: { readonly plan: RedrivePlanView }) {
  return (
    <div>
      <h3>Earlier re-drive</h3>
      <dl className={styles.counts}>
        {breakdown
          .filter(({ part }) => part === 'earlier')
          .map(({ label, count }) => (
            <div key={label}>
              <dt>
                {label === null ? (
                  'never'
                ) : (
                  <Link href={`/redrives/${label}`} prefetch={false}>
                    RD-{label}
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
