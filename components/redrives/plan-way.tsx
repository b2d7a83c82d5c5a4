'use client';

import { Info, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { formatCount, plural } from '@/components/ui/number.model';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { LINEAGE_PROPERTY, type RedriveWay } from '@/lib/model/redrive/redrive-way';
import styles from './plan.module.css';
import type { StartDraft } from './start.model';

type ClusterPlan = NonNullable<RedrivePlanView['cluster']>;

interface WayLook {
  readonly name: string;
  readonly says: string;
}

export const WAYS: Readonly<Record<RedriveWay, WayLook>> = {
  'pop-retry': { name: 'Retry topic of the group, 5.x', says: 'this group alone; same id, key, tag and body' },
  'classic-retry': { name: 'Retry topic of the group, 4.x', says: 'this group alone; same id, key, tag and body' },
  'send-back': {
    name: 'Sent back through a private topic',
    says: 'this group alone, a second later; order is not kept',
  },
  topic: { name: 'Through the topic', says: 'same id, key, tag and body; all groups of the topic' },
};

interface PlanWayProps {
  readonly plan: RedrivePlanView;
  readonly cluster: ClusterPlan;
  readonly onAssume: (clients: string) => void;
}

/** Which way the copies take, and why no other: the clients that are connected now decide. */
export function PlanWay({ plan, cluster, onAssume }: PlanWayProps) {
  const { way, ways, clients, others, topics } = cluster;
  const getting = others.filter(({ copies }) => copies > 0);
  return (
    <>
      {way !== 'topic' ? null : (
        <section className={`panel ${styles.warning}`} aria-label="Other groups get them too">
          <Icon of={TriangleAlert} />
          <div>
            <b>
              {getting.length === 0
                ? 'These go through the topic: no other group reads them now.'
                : `${plural(getting.length, 'other group')} would get these messages again.`}
            </b>
            <p className="text-2">
              Ordered 5.x clients never read a retry topic, so the copies go through {topics.join(', ')}, and every
              group that reads it gets them.
            </p>
          </div>
        </section>
      )}
      <section className="panel">
        <header>
          <h2>Way</h2>
          <span className="small text-2">
            {clients === null
              ? `no client of ${plan.group} is connected`
              : `chosen by the clients the group has now: ${clients}`}
          </span>
        </header>
        {clients !== null ? null : (
          <fieldset className={`panel-body ${styles.form}`}>
            <legend className="small">
              The copies wait until a client comes. Which clients does {plan.group} have?
            </legend>
            {(['5.x', '4.x'] as const).map((each) => (
              <label key={each} className="row row-tight">
                <input type="radio" name="assumed" checked={cluster.assumed === each} onChange={() => onAssume(each)} />
                {each === '5.x' ? '5.x, through a proxy' : '4.x, at the brokers'}
              </label>
            ))}
          </fieldset>
        )}
        <ul>
          {ways.map(({ way: each, why }) => (
            <li key={each} className={styles.way} data-chosen={each === way}>
              <span className={styles.dot} aria-hidden="true" />
              <b>{each === 'topic' && topics.length === 1 ? `${WAYS.topic.name}, ${topics[0]}` : WAYS[each].name}</b>
              <span className="text-2">{why ?? WAYS[each].says}</span>
              <span className={each === way ? '' : 'text-3'}>
                {each === way ? 'this way' : way === null ? '' : 'not for this group'}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface PlanOthersProps {
  readonly plan: RedrivePlanView;
  readonly cluster: ClusterPlan;
  readonly draft: StartDraft;
  readonly onChange: (fields: Partial<StartDraft>) => void;
}

/** Every other group of the topic by name; each that gets a copy is ticked by hand. */
export function PlanOthers({ plan, cluster, draft, onChange }: PlanOthersProps) {
  if (cluster.way !== 'topic') return null;
  const tick = (group: string, isTicked: boolean): void => {
    const rest = draft.confirmed.filter((name) => name !== group);
    onChange({ confirmed: isTicked ? [...rest, group] : rest });
  };
  return (
    <section className="panel">
      <header>
        <h2>Who else gets a copy</h2>
        <span className="small text-2">
          {cluster.others.length === 0
            ? 'no other group reads the topic'
            : `${plural(cluster.others.length, 'other group')} of the topic; tick each one you have cleared`}
        </span>
      </header>
      <ul>
        {cluster.others.map(({ group, clients, reads, copies }) => (
          <li key={group} className={styles.other}>
            {copies === 0 ? (
              <span className="text-3">—</span>
            ) : (
              <input
                type="checkbox"
                aria-label={`${group} gets ${copies}`}
                checked={draft.confirmed.includes(group)}
                onChange={({ target }) => tick(group, target.checked)}
              />
            )}
            <b>{group}</b>
            <span className="text-2">{clients === 0 ? 'no client connected' : plural(clients, 'client')}</span>
            <span className="mono small">{reads}</span>
            <b className={copies === 0 ? 'text-3' : 'fg-waiting'}>{formatCount(copies)}</b>
            <span className="text-2">
              {copies === 0 ? `none of the ${formatCount(plan.inSet)} carries this tag` : 'it gets them once more'}
            </span>
          </li>
        ))}
      </ul>
      <p className={`small text-2 row row-tight ${styles.foot}`}>
        <Icon of={Info} size={13} /> Copies carry the property {LINEAGE_PROPERTY}, so a group can skip them.
      </p>
    </section>
  );
}
