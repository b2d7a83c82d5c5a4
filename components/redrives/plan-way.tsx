'use client';

import { Info, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { formatCount } from '@/components/ui/number.model';
import { enumerated } from '@/lib/model/language/list';
import { msg, t } from '@/lib/model/language/t';
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
  'pop-retry': {
    name: msg('Retry topic of the group (5.x)'),
    says: msg('Only this group. ID, key, tag and body stay the same.'),
  },
  'classic-retry': {
    name: msg('Retry topic of the group (4.x)'),
    says: msg('Only this group. ID, key, tag and body stay the same.'),
  },
  'send-back': {
    name: msg('Sent back through a private topic'),
    says: msg('Only this group, one second later. Order is not kept.'),
  },
  topic: {
    name: msg('Through the topic'),
    says: msg('All groups of the topic. ID, key, tag and body stay the same.'),
  },
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
        <section className={`panel ${styles.warning}`} aria-label={t('Other groups receive copies')}>
          <Icon of={TriangleAlert} />
          <div>
            <b>
              {getting.length === 0
                ? t('The messages are sent through the topic. No other group reads them now.')
                : t(
                    `{count, plural, one {# other group receives} other {# other groups receive}} these messages
                    again.`,
                    { count: getting.length },
                  )}
            </b>
            <p className="text-2">
              {t(
                `Ordered 5.x clients never read a retry topic, so the copies are sent through {topics}, and every group
                that reads it receives them.`,
                { topics: enumerated(topics) },
              )}
            </p>
          </div>
        </section>
      )}
      <section className="panel">
        <header>
          <h2>{t('Delivery path')}</h2>
          <span className="small text-2">
            {clients === null
              ? t('no client of {group} is connected', { group: plan.group })
              : t('determined by the connected clients: {clients}', { clients })}
          </span>
        </header>
        {clients !== null ? null : (
          <fieldset className={`panel-body ${styles.form}`}>
            <legend className="small">
              {t('The copies wait until a client connects. Which clients does {group} have?', { group: plan.group })}
            </legend>
            {(['5.x', '4.x'] as const).map((each) => (
              <label key={each} className="row row-tight">
                <input type="radio" name="assumed" checked={cluster.assumed === each} onChange={() => onAssume(each)} />
                {each === '5.x' ? t('5.x, through a proxy') : t('4.x, directly to the brokers')}
              </label>
            ))}
          </fieldset>
        )}
        <ul>
          {ways.map(({ way: each, why }) => (
            <li key={each} className={styles.way} data-chosen={each === way}>
              <span className={styles.dot} aria-hidden="true" />
              <b>
                {each === 'topic' && topics.length === 1
                  ? enumerated([t(WAYS.topic.name), ...topics])
                  : t(WAYS[each].name)}
              </b>
              <span className="text-2">{why ?? t(WAYS[each].says)}</span>
              <span className={each === way ? '' : 'text-3'}>
                {each === way ? t('selected') : way === null ? '' : t('not for this group')}
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
        <h2>{t('Other groups that receive a copy')}</h2>
        <span className="small text-2">
          {cluster.others.length === 0
            ? t('no other group reads the topic')
            : t(
                `{count, plural, one {# other group} other {# other groups}} of the topic. Tick each group whose owner
                agrees.`,
                { count: cluster.others.length },
              )}
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
                aria-label={t('{group} gets {copies, number}', { group, copies })}
                checked={draft.confirmed.includes(group)}
                onChange={({ target }) => tick(group, target.checked)}
              />
            )}
            <b>{group}</b>
            <span className="text-2">
              {t('{clients, plural, =0 {no client connected} one {# client} other {# clients}}', { clients })}
            </span>
            <span className="mono small">{reads}</span>
            <b className={copies === 0 ? 'text-3' : 'fg-waiting'}>{formatCount(copies)}</b>
            <span className="text-2">
              {copies === 0
                ? t('none of the {inSet, number} messages has this tag', { inSet: plan.inSet })
                : t('receives them again')}
            </span>
          </li>
        ))}
      </ul>
      <p className={`small text-2 row row-tight ${styles.foot}`}>
        <Icon of={Info} size={13} />{' '}
        {t('Each copy has the property {property}, so a group can skip it.', { property: LINEAGE_PROPERTY })}
      </p>
    </section>
  );
}
