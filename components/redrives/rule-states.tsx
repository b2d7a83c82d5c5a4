'use client';

import { Check, Clock, Square } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Tag } from '@/components/ui/tag';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import { t } from '@/lib/model/language/t';
import { type RuleState, ruleStates } from './rule-states.model';
import styles from './run-lead.module.css';

/** Every rule of the run with its number: the one that stopped it beside the others. */
export function RuleStates({ page }: { readonly page: RedrivePage }) {
  const isStopped = page.redrive.stop !== null;
  return (
    <section className="panel" aria-label={t('Stop rules')}>
      <header>
        <h2>{isStopped ? t('Why the run was stopped') : t('Stop rules')}</h2>
      </header>
      <ul className={styles.rules}>
        {ruleStates(page).map((rule) => (
          <li key={rule.id} className={styles.rule} data-rule={rule.id} data-state={rule.state}>
            <span>{rule.rule}</span>
            <span className={rule.state === 'stopped-here' ? styles.fired : 'text-2'}>{rule.now}</span>
            <span>
              <RuleMark rule={rule} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RuleMark({ rule: { state, word } }: { readonly rule: RuleState }) {
  if (state === 'stopped-here') {
    return <Tag icon={Square}>{word}</Tag>;
  }
  return (
    <span className={state === 'fine' ? 'row row-tight' : 'row row-tight text-2'}>
      {state === 'off' ? null : <Icon of={state === 'fine' ? Check : Clock} size={13} />}
      {word}
    </span>
  );
}
