'use client';

import { useEffect, useRef } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/reads/group';
import type { Change } from './change.model';
import type { VersionEditor } from './use-version-editor';
import styles from './version.module.css';

interface ConflictPanelProps {
  readonly editor: Pick<VersionEditor<unknown, unknown, unknown, unknown>, 'conflict' | 'discard' | 'takeOver'>;
  readonly versions: readonly GroupVersionView[];
}

/** Shown when another operator saved meanwhile. */
export function ConflictPanel({ editor: { conflict, discard, takeOver }, versions }: ConflictPanelProps) {
  if (conflict === null) return null;
  return <Conflict {...{ ...conflict, versions }} onTakeTheirs={discard} onRebase={takeOver} />;
}

interface ConflictProps extends Pick<ConflictPanelProps, 'versions'> {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly Change[];
  readonly onTakeTheirs: () => void;
  readonly onRebase: () => void;
}

/** What, who, why; then the choice. No input is dropped without a decision. */
function Conflict({ from, to, versions, changes, onTakeTheirs, onRebase }: ConflictProps) {
  const since = versions.filter(({ version }) => version > from);
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
          You edited v{from}, and it is v{to} now. Your change is not saved.
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
            <th scope="col">v{from}</th>
            <th scope="col">v{to}</th>
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
            Apply my change to v{to}
          </Button>
          <Button onClick={onTakeTheirs}>Discard my change</Button>
        </div>
      </div>
    </section>
  );
}
