import { Check, TriangleAlert } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { Fold } from '@/components/ui/fold';
import { plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';
import styles from './settings.module.css';
import type { LintFinding } from '@/lib/model/group/group-lint';

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
        <h2>Checks</h2>
        <span className="small text-3">
          {open.length === 0
            ? 'none needs attention'
            : `${open.length} of ${findings.length} ${open.length === 1 ? 'needs' : 'need'} attention`}
        </span>
      </header>
      {unread === null ? null : (
        <p className="panel-body small text-2">
          Checks of what happened lately: {unread.notOffered === true ? unread.reason : 'unknown'}.
        </p>
      )}
      {open.map((finding) => (
        <Finding key={finding.id} finding={finding} />
      ))}
      {passed.length === 0 ? null : (
        <Fold
          line={
            <span className="row row-tight">
              <Icon of={Check} className="fg-commit" /> {plural(passed.length, 'check')} passed
            </span>
          }
          show="Show with sources"
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
          <q>{source.quote}</q>
          <a href={source.url} target="_blank" rel="noreferrer">
            {source.title}
          </a>
        </>
      )}
    </div>
  );
}
