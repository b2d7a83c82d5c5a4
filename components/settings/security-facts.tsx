import { between, t } from '@/lib/model/language/t';
import { Tag } from '@/components/ui/tag';
import type { SecurityView } from '@/lib/console/reads/settings';
import { securityLines } from './security.model';
import styles from './settings.module.css';

/** How this installation protects itself, and what each gap means. */
export function SecurityFacts({ security }: { readonly security: SecurityView }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Security of this installation')}</h2>
      </header>
      <dl className={styles.facts}>
        {securityLines(security).map(({ subject, isGood, says, advice }) => (
          <div key={subject}>
            <dt>
              {subject} {isGood ? null : <Tag>{t('to do')}</Tag>}
            </dt>
            <dd>
              {says}
              {advice === null ? null : `${between()}${advice}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
