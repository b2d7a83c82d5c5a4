'use client';

import { useEffect, useRef } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/reads/group';
import styles from './version.module.css';

interface Change {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

interface ConflictPanelProps {
  readonly baseVersion: number;
  readonly currentVersion: number;
  readonly versions: readonly GroupVersionView[];
  readonly changes: readonly Change[];
  readonly onTakeTheirs: () => void;
  readonly onRebase: () => void;
}

/** Another operator saved meanwhile: what, who, why; then the choice. No input is dropped without a decision. */
export function ConflictPanel({
  baseVersion,
  currentVersion,
  versions,
  changes,
  onTakeTheirs,
  onRebase,
}: ConflictPanelProps) {
  const since = versions.filter(({ version }) => version > baseVersion);
  const panel = useRef<HTMLElement>(null);
  // Beside a long form, an operator who pressed save at its foot would see nothing happen.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'center' });
    panel.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={panel} className="panel" tabIndex={-1} aria-label="Another operator saved meanwhile">
      <div className="panel-body col">
        <Banner tone="warning">
          You edited v{baseVersion}, and it is v{currentVersion} now. Your change is not saved.
        </Banner>
        <ul className="small">
          {since.map(({ version, actor, at, reason }) => (
            <li key={version}>
              v{version}, <Time at={at} style="day-clock" />, {actor}
              {reason === null ? ', without a reason' : `: “${reason}”`}
            </li>
          ))}
        </ul>
      </div>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">Changed meanwhile</th>
            <th scope="col">v{baseVersion}</th>
            <th scope="col">v{currentVersion}</th>
          </tr>
        </thead>
        <tbody>
          {changes.length === 0 ? (
            <tr>
              <th scope="row" colSpan={3}>
                Nothing: it was changed and changed back
              </th>
            </tr>
          ) : (
            changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td className="text-3">{before}</td>
                <td>{after}</td>
              </tr>
            ))
          )}
        </tbody>
      </table>
      <div className={styles.foot}>
        <div className="row wrap">
          <Button variant="primary" onClick={onRebase}>
            Apply my change to v{currentVersion}
          </Button>
          <Button onClick={onTakeTheirs}>Discard my change</Button>
        </div>
      </div>
    </section>
  );
}
