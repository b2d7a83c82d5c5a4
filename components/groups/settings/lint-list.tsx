import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';
import styles from './settings.module.css';
import type { LintFinding } from './lint.model';

interface LintListProps {
  readonly findings: readonly LintFinding[];
  /** What happened lately is not known: those checks are missing. Null: it is. */
  readonly unread?: Extract<Reading<unknown>, { readonly kind: 'unknown' }> | null;
}

/** Risky settings with the sentence behind each; passed checks are listed too, so that silence is not a verdict. */
export function LintList({ findings, unread = null }: LintListProps) {
  const warnings = findings.filter(({ ok }) => !ok).length;
  return (
    <section className="panel">
      <header>
        <h2>Checks</h2>
        <span className="small text-3">
          {warnings === 0
            ? `${plural(findings.length, 'check')} passed`
            : `${warnings} of ${findings.length} need attention`}
        </span>
      </header>
      {unread === null ? null : (
        <p className="panel-body small text-2">
          Checks of what happened lately: {unread.notOffered === true ? unread.reason : 'unknown'}.
        </p>
      )}
      {findings.map((finding) => (
        <div key={finding.id} className={styles.finding}>
          {finding.ok ? <Icon of={Check} className="fg-commit" /> : <Icon of={TriangleAlert} className="fg-waiting" />}
          <span>{finding.text}</span>
          {finding.source === undefined ? null : (
            <>
              <q>{finding.source.quote}</q>
              <a href={finding.source.url} target="_blank" rel="noreferrer">
                {finding.source.title}
              </a>
            </>
          )}
        </div>
      ))}
    </section>
  );
}
