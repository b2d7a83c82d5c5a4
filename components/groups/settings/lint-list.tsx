import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Fold } from '@/components/ui/fold';
import type { Reading } from '@/lib/model/reading';
import styles from './settings.module.css';
import type { LintFinding } from '@/lib/model/group/group-lint';
import { t } from '@/lib/model/language/t';

interface LintListProps {
  readonly findings: readonly LintFinding[];
  /** What happened lately is not known: those checks are missing. Null: it is. */
  readonly unread?: Extract<Reading<unknown>, { readonly kind: 'unknown' }> | null;
}

/** Risky settings with the sentence behind each; passed checks are counted and a press away: silence is no verdict. */
export function LintList({ findings, unread = null }: LintListProps) {
  const open = findings.filter(({ ok }) => !ok);
  const passed = findings.filter(({ ok }) => ok);
  return (
    <section className="panel">
      <header>
        <h2>{t('Checks')}</h2>
        <span className="small text-3">
          {open.length === 0
            ? t('none needs attention')
            : t('{open, number} of {all, number} {open, plural, one {needs} other {need}} attention', {
                open: open.length,
                all: findings.length,
              })}
        </span>
      </header>
      {unread === null ? null : (
        <p className="panel-body small text-2">
          {t('Checks of recent deliveries: {reason}.', {
            reason: unread.notOffered === true ? unread.reason : t('unknown'),
          })}
        </p>
      )}
      {open.map((finding) => (
        <Finding key={finding.id} finding={finding} />
      ))}
      {passed.length === 0 ? null : (
        <Fold
          line={
            <span className="row row-tight">
              <Icon of={Check} className="fg-commit" />{' '}
              {t('{count, plural, one {# check} other {# checks}} passed', { count: passed.length })}
            </span>
          }
          show={t('Show with sources')}
        >
          {passed.map((finding) => (
            <Finding key={finding.id} finding={finding} />
          ))}
        </Fold>
      )}
    </section>
  );
}

function Finding({ finding: { ok, text, source } }: { readonly finding: LintFinding }) {
  return (
    <div className={styles.finding}>
      {ok ? <Icon of={Check} className="fg-commit" /> : <Icon of={TriangleAlert} className="fg-waiting" />}
      <span>{text}</span>
      {source === undefined ? null : (
        <>
          <q>{t(source.quote)}</q>
          <a href={source.url} target="_blank" rel="noreferrer">
            {t(source.title)}
          </a>
        </>
      )}
    </div>
  );
}
