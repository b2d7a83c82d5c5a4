'use client';

import { useState } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import { t } from '@/lib/model/language/t';
import { PlanEdit } from './plan-edit';
import { PlanRepair } from './plan-repair';
import { PlanTarget } from './plan-target';
import styles from './plan.module.css';
import { countSent, type StartDraft } from './start.model';

interface PlanChangeProps {
  readonly plan: RedrivePlanView;
  readonly draft: StartDraft;
  readonly onChange: (fields: Partial<StartDraft>) => void;
  readonly openEdit: boolean;
}

/** What is usually left alone: what the messages say, and where they go. */
export function PlanChange({ plan, draft, onChange, openEdit }: PlanChangeProps) {
  const [changes, setChanges] = useState(openEdit);
  const one = plan.matched === 1;
  return (
    <section className="panel">
      <header>
        <h2>{one ? t('Message') : t('Messages')}</h2>
        <span className={`panel-end ${styles.choices}`}>
          <Segmented
            label={t('Content of the messages')}
            value={changes ? 'edit' : 'as-is'}
            onChange={(value) => {
              setChanges(value === 'edit');
              if (value === 'as-is') onChange({ edits: null, editProblem: null, leftByRule: 0 });
            }}
            options={[
              { value: 'as-is', label: t('unchanged') },
              { value: 'edit', label: one ? t('edit') : t('repair by rule'), disabledReason: plan.editNotAllowed },
            ]}
          />
          <Segmented
            label={t('Destination')}
            value={draft.topic === null ? 'group' : 'topic'}
            onChange={(value) =>
              onChange(
                value === 'group'
                  ? { topic: null, topicProblem: null }
                  : { topic: '', topicProblem: t('Choose the topic') },
              )
            }
            options={[
              { value: 'group', label: t('back to the group') },
              { value: 'topic', label: t('to another topic') },
            ]}
          />
        </span>
      </header>
      {!changes ? null : plan.editNotAllowed !== null ? (
        <EmptyState kind="not-allowed">{plan.editNotAllowed}</EmptyState>
      ) : one ? (
        <PlanEdit plan={plan} onChange={onChange} />
      ) : (
        <PlanRepair plan={plan} onChange={onChange} />
      )}
      {draft.topic === null ? null : (
        <PlanTarget plan={plan} topic={draft.topic} count={countSent(plan, draft)} onChange={onChange} />
      )}
    </section>
  );
}
