'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { useShown } from '@/components/data-table/use-shown';
import { EmptyState } from '@/components/ui/empty-state';
import { KeyCap } from '@/components/ui/tag';
import { AsOf } from '@/components/ui/time';
import type { AlarmsPage, AlarmView } from '@/lib/console/queries/alarms';
import { firingColumns } from './alarm-columns';
import styles from './alarms.module.css';
import type { Taking } from './take-dialog';

interface FiringPanelProps {
  readonly page: AlarmsPage;
  readonly asOf: string;
  readonly problem: ReactNode;
  readonly mayNotTake: string | null;
  readonly onTake: (kind: Taking, alarm: AlarmView) => void;
}

const FIRST = 50;

/** What fires now, with its evidence one key away. */
export function FiringPanel({ page, asOf, problem, mayNotTake, onTake }: FiringPanelProps) {
  const router = useRouter();
  const { shown, footer } = useShown(page.firing, FIRST);
  return (
    <section className="panel">
      <header>
        <h2>Firing</h2>
        <span className="small text-3">the longest first; each link opens the evidence with its filter</span>
        <span className="panel-end row">
          {page.firing.length === 0 ? null : (
            <span className={`tiny text-3 row row-tight ${styles.hint}`} aria-hidden="true">
              <KeyCap keys="j" /> <KeyCap keys="k" /> move <KeyCap keys="↵" /> evidence <KeyCap keys="e" /> acknowledge
            </span>
          )}
          {problem === null ? <AsOf at={asOf} /> : null}
        </span>
      </header>
      <DataTable
        label="Firing alarms"
        columns={firingColumns({ mayNotTake, onTake })}
        rows={shown}
        rowId={(alarm) => String(alarm.incidentId)}
        onOpen={({ evidence }) => (evidence.startsWith('/api/') ? location.assign(evidence) : router.push(evidence))}
        openLabel="Open the evidence of the alarm"
        rowKeys={
          mayNotTake === null
            ? [
                {
                  keys: 'e',
                  label: 'Acknowledge the alarm',
                  run: (alarm) => {
                    if (alarm.acknowledgedBy === null) onTake('acknowledge', alarm);
                  },
                },
                {
                  keys: 'z',
                  label: 'Silence the alarm, or end its silence',
                  run: (alarm) => onTake(alarm.silencedUntil === null ? 'silence' : 'unsilence', alarm),
                },
              ]
            : []
        }
        problem={problem}
        empty={
          problem === null ? (
            <EmptyState kind="none-in-range" title="Nothing fires">
              {page.rules.length === 0
                ? 'There is no rule that could.'
                : page.evaluatedAt === null
                  ? 'The rules were never looked at.'
                  : page.rules.some(({ unknown }) => unknown > 0)
                    ? 'No rule fires, but some numbers are unknown: see the rules below.'
                    : 'Every rule that is on is quiet.'}
            </EmptyState>
          ) : null
        }
        footer={footer}
      />
    </section>
  );
}
