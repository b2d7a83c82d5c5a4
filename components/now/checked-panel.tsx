'use client';

import { Check } from 'lucide-react';
import { Fold } from '@/components/ui/fold';
import { Icon } from '@/components/ui/icon';
import { AsOf, RelativeTime } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import { t } from '@/lib/model/language/t';
import styles from './now.module.css';

/** More than these are folded. */
const MOST_SHOWN = 5;

/** What was looked for and not found, and what could not be looked for. What was found is above. */
export function CheckedPanel({ page, asOf }: { readonly page: ProblemsPage; readonly asOf: string | null }) {
  const lines = linesOf(page);
  const [unknown, passed] = [lines.filter(({ known }) => !known), lines.filter(({ known }) => known)];
  const shown = [...unknown, ...passed.slice(0, MOST_SHOWN)];
  const folded = passed.slice(MOST_SHOWN);
  return (
    <section className="panel" aria-label={t('Checks')}>
      <header>
        <h2>{t('Checks')}</h2>
        <span className="small text-2">
          {unknown.length === 0
            ? t('{passed, number} passed', { passed: passed.length })
            : t('{passed, number} passed, {unknown, number} unknown', {
                ...{ passed: passed.length, unknown: unknown.length },
              })}
        </span>
        <span className="panel-end">{asOf === null ? null : <AsOf at={asOf} />}</span>
      </header>
      <CheckLines lines={shown} />
      {folded.length === 0 ? null : (
        <Fold line={t('{count, plural, one {# more check} other {# more checks}} passed', { count: folded.length })}>
          <CheckLines lines={folded} />
        </Fold>
      )}
    </section>
  );
}

function linesOf({ checks, rules, clients }: ProblemsPage): readonly CheckLineProps[] {
  const lines: CheckLineProps[] = checks
    .filter(({ found }) => found === 0 || found === null)
    .map(({ fine, found }) => ({ known: found !== null, says: fine, more: found === null ? t('unknown') : '' }));
  if (rules.kind === 'unknown') lines.push({ known: false, says: t('Alarm rules'), more: t('unknown') });
  else {
    const { enabled, firing, evaluatedAt } = rules.value;
    lines.push({
      known: evaluatedAt !== null,
      says: t('{normal, number} of {enabled, plural, one {# alarm rule} other {# alarm rules}} normal', {
        ...{ normal: enabled - firing, enabled },
      }),
      more: evaluatedAt === null ? t('not evaluated yet') : <RelativeTime at={evaluatedAt} />,
    });
  }
  if (clients.kind === 'unknown' && clients.notOffered === true) return lines;
  if (clients.kind === 'unknown' || clients.value.nodes === 0)
    lines.push({ known: false, says: t('Connected consumers'), more: t('unknown') });
  else
    lines.push({
      known: true,
      says: t('{count, plural, one {# consumer} other {# consumers}} connected', { count: clients.value.consumers }),
      more: t('{count, plural, one {# broker node} other {# broker nodes}}', { count: clients.value.nodes }),
    });
  return lines;
}

function CheckLines({ lines }: { readonly lines: readonly CheckLineProps[] }) {
  return (
    <ul className={styles.checks}>
      {lines.map((line) => (
        <CheckLine key={line.says} {...line} />
      ))}
    </ul>
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
