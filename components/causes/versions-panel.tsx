'use client';

import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import type { CausePage } from '@/lib/console/operations/causes/views';
import styles from './causes.module.css';

/** Versions of the application, as it says in its reports. */
export function VersionsPanel({ versions }: { readonly versions: CausePage['versions'] }) {
  const named = versions.some(({ appVersion }) => appVersion !== null);
  return (
    <section className="panel">
      <header>
        <h2>Client versions</h2>
        <span className="small text-2">as the application reports</span>
      </header>
      {named ? (
        <table className={styles.figures}>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col" className="end">
                Failed
              </th>
              <th scope="col" className="end">
                Seen, <ZoneName />
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ appVersion, failed, firstAt, lastAt }) => (
              <tr key={appVersion ?? ''}>
                <td>{appVersion ?? <span className="text-3">not reported</span>}</td>
                <td className="end fg-dlq">{formatCount(failed)}</td>
                <td className="end text-2">
                  <Time at={firstAt} /> to <Time at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="panel-body small text-2">
          No report names a version. Send <code>appVersion</code> with each failure to see which releases fail.
        </p>
      )}
    </section>
  );
}
