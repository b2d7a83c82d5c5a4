import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { plural } from '@/components/ui/number.model';
import styles from './settings.module.css';
import type { LintFinding } from './lint.model';

/** Risky settings with the sentence behind each; passed checks are listed too, so that silence is not a verdict. */
export function LintList({ findings }: { readonly findings: readonly LintFinding[] }) {
  const warnings = findings.filter(({ ok }) => !ok).length;
  const passed = plural(findings.length - warnings, 'check');
  return (
    <section className="panel">
      <header>
        <h2>Lint</h2>
        <span className="small text-3">
          {warnings === 0 ? 'no warning' : plural(warnings, 'warning')}, {passed} passed
        </span>
      </header>
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
