'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import type { CauseFieldsView } from '@/lib/console/operations/causes/views';
import styles from './causes.module.css';
import { formatShare } from '@/lib/model/share';
import { t } from '@/lib/model/language/t';

interface FieldsPanelProps {
  readonly fingerprint: string;
  readonly group: string;
  readonly notAllowed: string | null;
}

/** Fields and values that failures have more often than successes. */
export function FieldsPanel({ fingerprint, group, notAllowed }: FieldsPanelProps) {
  return (
    <section className="panel">
      {notAllowed === null ? (
        <Allowed fingerprint={fingerprint} group={group} />
      ) : (
        <>
          <header>
            <h2>{t('What they have in common')}</h2>
          </header>
          <EmptyState kind="not-allowed">{notAllowed}</EmptyState>
        </>
      )}
    </section>
  );
}

function Allowed({ fingerprint, group }: Omit<FieldsPanelProps, 'notAllowed'>) {
  // Bodies do not change, and reading them again for every death tells nothing new.
  const { data, error, retry } = useLiveQuery('causeFields', { fingerprint, group }, { live: { kinds: [] } });
  return (
    <>
      <header>
        <h2>{t('What they have in common')}</h2>
        <span className="small text-3 panel-end">
          {data === undefined
            ? null
            : t(
                `{failures, plural, one {# failure} other {# failures}}, {successes, plural, one {# success} other {#
                successes}}`,
                {
                  failures: data.contrast.failures,
                  successes: data.contrast.successes,
                },
              )}
        </span>
      </header>
      <ReadProblem error={error} onRetry={retry} />
      {data === undefined ? (
        <p className="panel-body small text-2">{t('Comparing message bodies of failures and successes.')}</p>
      ) : data.contrast.fields.length === 0 ? (
        <p className="panel-body small text-2">{nothing(data.contrast)}</p>
      ) : (
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{t('Body field')}</th>
              <th scope="col">{t('Failed')}</th>
              <th scope="col">{t('Succeeded')}</th>
            </tr>
          </thead>
          <tbody>
            {data.contrast.fields.map(({ path, value, failed, succeeded }) => (
              <tr key={`${path} ${value ?? ''}`}>
                <td className="mono">
                  {path} {value === null ? <span className="text-3">{t('exists')}</span> : <b>= {value}</b>}
                </td>
                <Share share={failed} side="failed" />
                <Share share={succeeded} side="succeeded" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Share({ share, side }: { readonly share: number; readonly side: 'failed' | 'succeeded' }) {
  return (
    <td className="nowrap">
      <span className={styles.bar} data-side={side} aria-hidden="true">
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      {formatShare(share, 0)}
    </td>
  );
}

function nothing({ failures, successes }: CauseFieldsView['contrast']): string {
  if (failures < 5) return t('Too few bodies are JSON to compare ({failures, number} failures).', { failures });
  if (successes < 5)
    return t('Too few messages of these topics succeeded to compare ({successes, number}).', { successes });
  return t('No field or value is more frequent in failures than in successes.');
}
