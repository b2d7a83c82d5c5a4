'use client';

import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';
import styles from './causes.module.css';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

/** Versions of the application, as it says in its reports. */
export function VersionsPanel({ versions }: { readonly versions: CausePage['versions'] }) {
  const named = versions.some(({ appVersion }) => appVersion !== null);
  return (
    <section className="panel">
      <header>
        <h2>{t('Client versions')}</h2>
        <span className="small text-2">{t('as reported by the application')}</span>
      </header>
      {named ? (
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">{t('Version')}</th>
              <th scope="col" className="end">
                {t('Failed')}
              </th>
              <th scope="col" className="end">
                <Said of={pieces('Seen, {zoneName}', { zoneName: <ZoneName /> })} />
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ appVersion, failed, firstAt, lastAt }) => (
              <tr key={appVersion ?? ''}>
                <td>{appVersion ?? <span className="text-3">{t('not reported')}</span>}</td>
                <td className="end fg-dlq">{formatCount(failed)}</td>
                <td className="end text-2">
                  <Said
                    of={pieces('{time} to {time2}', { time: <Time at={firstAt} />, time2: <Time at={lastAt} /> })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="panel-body small text-2">
          <Said
            of={pieces(
              `No report includes a version. Send <code>appVersion</code> with each failure to see which releases
              fail.`,
            )}
          />
        </p>
      )}
    </section>
  );
}
