'use client';

import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/inputs';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Icon } from '@/components/ui/icon';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import styles from './plan.module.css';
import type { StartDraft } from './start.model';

interface PlanTargetProps {
  readonly plan: RedrivePlanView;
  readonly topic: string;
  /** Messages that go. */
  readonly count: number;
  readonly onChange: (fields: Partial<StartDraft>) => void;
}

/** Another topic: every group of it gets a copy. Each is named, and ticked by hand. */
export function PlanTarget({ plan, topic, count, onChange }: PlanTargetProps) {
  const topics = useLiveQuery('redriveTopics', {}, { live: { kinds: ['topic'] } });
  return (
    <div className={`panel-body ${styles.form}`}>
      <p className="row row-tight">
        <span className="fg-waiting">
          <Icon of={TriangleAlert} />
        </span>
        {t(
          `Not only {group} receives the messages: every group that reads the topic gets its own copy. There are no
          verdicts, and nothing can be recalled.`,
          { group: plan.group },
        )}
      </p>
      <ReadProblem error={topics.error} onRetry={topics.retry} />
      <Field label={t('Topic')} hint={t('Type NORMAL, or FIFO for messages with a message group.')}>
        <Select
          value={topic}
          onChange={({ target }) =>
            onChange({
              topic: target.value,
              topicProblem: target.value === '' ? t('Choose the topic') : t('Confirm which groups get a copy'),
            })
          }
        >
          <option value="">{t('Choose…')}</option>
          {(topics.data?.topics ?? []).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      {topic === '' ? null : <Readers key={topic} topic={topic} count={count} onChange={onChange} />}
    </div>
  );
}

function Readers({ topic, count, onChange }: Omit<PlanTargetProps, 'plan'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const read = useLiveQuery('redriveTarget', { topic }, { live: { kinds: ['group', 'client'] } });
  const groups = read.data?.groups;
  if (groups === undefined) return <ReadProblem error={read.error} onRetry={read.retry} />;
  const tick = (name: string) => {
    const next = new Set(ticked);
    if (!next.delete(name)) next.add(name);
    setTicked(next);
    onChange({
      topicProblem: groups.every(({ group }) => next.has(group)) ? null : t('Tick every group that gets a copy'),
    });
  };
  if (groups.length === 0)
    return (
      <label className="row row-tight">
        <input type="checkbox" checked={ticked.has('')} onChange={() => tick('')} />
        {t('No group reads {topic} now. The messages wait there until a group subscribes.', { topic })}
      </label>
    );
  return (
    <fieldset className={styles.form}>
      <legend>
        {t(`{copies, plural, one {# copy} other {# copies}} to {groups, plural, one {# group} other {# groups}}`, {
          copies: count * groups.length,
          groups: groups.length,
        })}
      </legend>
      {groups.map(({ group, description }) => (
        <label key={group} className="row row-tight">
          <input type="checkbox" checked={ticked.has(group)} onChange={() => tick(group)} />
          <Said of={pieces('<b>{group}</b> gets {count, number}', { group, count })} />
          {description === '' ? null : <span className="text-2">{description}</span>}
        </label>
      ))}
    </fieldset>
  );
}
