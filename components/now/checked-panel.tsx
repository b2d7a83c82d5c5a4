'use client';

import { Check } from 'lucide-react';
import { Icon } from '@/components/ui/icon';
import { formatCount, plural } from '@/components/ui/number.model';
import { AsOf, RelativeTime } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import styles from './now.module.css';

/** What was looked for and not found, and what could not be looked for. What was found is above. */
export function CheckedPanel({ page, asOf }: { readonly page: ProblemsPage; readonly asOf: string | null }) {
  const { checks, rules, clients } = page;
  return (
    <section className="panel" aria-label="Checked and fine">
      <header>
        <h2>Checked and fine</h2>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      <ul className={styles.checks}>
        {checks
          .filter(({ found }) => found === 0 || found === null)
          .map(({ kind, fine, found }) => (
            <CheckLine key={kind} known={found !== null} says={fine} more={found === null ? 'unknown' : ''} />
          ))}
        {rules.kind === 'unknown' ? (
          <CheckLine known={false} says="Alarm rules" more="unknown" />
        ) : (
          <CheckLine
            known={rules.value.evaluatedAt !== null}
            says={`${formatCount(rules.value.enabled - rules.value.firing)} of ${plural(rules.value.enabled, 'alarm rule')} quiet`}
            more={
              rules.value.evaluatedAt === null ? 'not evaluated yet' : <RelativeTime at={rules.value.evaluatedAt} />
            }
          />
        )}
        {clients.kind === 'unknown' && clients.notOffered === true ? null : clients.kind === 'unknown' ||
          clients.value.nodes === 0 ? (
          <CheckLine known={false} says="Connected consumers" more="unknown" />
        ) : (
          <CheckLine
            known
            says={`${plural(clients.value.consumers, 'consumer')} connected`}
            more={plural(clients.value.nodes, 'broker node')}
          />
        )}
      </ul>
    </section>
  );
}

interface CheckLineProps {
  readonly known: boolean;
  readonly says: string;
  readonly more: React.ReactNode;
}

function CheckLine({ known, says, more }: CheckLineProps) {
  return (
    <li>
      <span className={known ? 'fg-commit' : 'text-3'}>
        {known ? <Icon of={Check} size={14} /> : <UnknownMark size={14} />}
      </span>
      <span className="clip" title={says}>
        {says}
      </span>
      <span className="tiny text-3">{more}</span>
    </li>
  );
}
