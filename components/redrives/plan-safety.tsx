import { Check, CircleQuestionMark, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Time } from '@/components/ui/time';
import { msg, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import type { RedrivePlanView } from '@/lib/console/operations/redrives/views';
import styles from './redrives.module.css';
import { safetyChecks } from './safety.model';
import type { StartDraft } from './start.model';

const ICONS = { passed: Check, warning: TriangleAlert, unknown: CircleQuestionMark } as const;
const TONES = { passed: 'fg-commit', warning: 'fg-waiting', unknown: 'text-3' } as const;
const WORDS = { passed: msg('Passed'), warning: msg('Warning'), unknown: msg('Unknown') } as const;

export function PlanSafety({ plan, draft }: { readonly plan: RedrivePlanView; readonly draft: StartDraft }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Is it safe?')}</h2>
        <span className="panel-end small text-2">
          <Said of={pieces('as of {time}', { time: <Time at={plan.evidence.asOf} style="clock" /> })} />
        </span>
      </header>
      <ul>
        {safetyChecks(plan, draft).map(({ kind, title, note }) => (
          <li key={title} className={styles.check}>
            <span className={TONES[kind]}>
              <Icon of={ICONS[kind]} />
              <span className="visually-hidden">{t(WORDS[kind])}</span>
            </span>
            <div>
              <b>{title}</b>
              <div className="text-2">{note}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
