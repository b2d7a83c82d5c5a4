'use client';

import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { useWorkspace } from '@/components/live/use-workspace';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { changeBrokerSettingAction } from '@/lib/console/actions/clusters';
import type { BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import { BROKER_SETTINGS } from '@/lib/model/cluster/broker-setting';
import { type ChangeableSetting, isChangeable } from '@/lib/model/cluster/setting-change';
import { changeBlock, differingCount, revertWords, settingAmount, valueWords } from './brokers.model';
import { ChangeSettingDialog } from './change-setting-dialog';

type Setting = BrokersOfCluster['settings'][number];

interface SettingsPanelProps {
  readonly found: BrokersOfCluster;
  readonly mayNotChange: string | null;
  readonly onChanged: () => void;
}

/** What brokers are set to, where they differ, and the few settings that change while they run. */
export function SettingsPanel({ found, mayNotChange, onChanged }: SettingsPanelProps) {
  const toast = useToast();
  const workspace = useWorkspace();
  const { run, pending, slow, failure } = useAction();
  const [changing, setChanging] = useState<Setting | null>(null);
  const differing = differingCount(found.settings);
  const block = changeBlock(found, mayNotChange);
  const done = (name: string) => {
    toast(`${name} changed on all brokers`);
    onChanged();
  };
  const revert = (setting: ChangeableSetting, { at, by, changes }: NonNullable<Setting['last']>) => {
    const reason = `Revert of the change by ${by} at ${at}`;
    run(
      () => changeBrokerSettingAction({ setting, changes: [...changes], reason }, workspace),
      () => done(setting),
    );
  };
  const act = (setting: Setting) => {
    const { name, last } = setting;
    if (!isChangeable(name)) return null;
    return (
      <span className="row">
        {last === null ? null : (
          <Button
            size="small"
            aria-label={`Revert ${name}`}
            title={revertWords(name, last)}
            disabledReason={block}
            pending={pending}
            onClick={() => revert(name, last)}
          >
            Revert
          </Button>
        )}
        <Button size="small" aria-label={`Change ${name}`} disabledReason={block} onClick={() => setChanging(setting)}>
          Change…
        </Button>
      </span>
    );
  };
  return (
    <section className="panel">
      <header>
        <h2>Settings</h2>
        <span className="small text-3">
          {differing === 0 ? 'no difference between the brokers that responded' : `${differing} differ, shown first`}
        </span>
      </header>
      <ActionFailurePart failure={failure} slow={slow} />
      <DataTable
        label="Settings"
        columns={[...settingColumns, { id: 'act', header: 'Actions', fixed: true, cell: act }]}
        rows={found.settings}
        rowId={({ name }) => name}
        rowQuiet={({ differs, isUsual }) => !differs && isUsual}
        empty={<EmptyState kind="could-not-load">No broker responded: their settings are unknown.</EmptyState>}
      />
      {changing === null ? null : (
        <ChangeSettingDialog
          setting={changing}
          hasReplicas={found.brokers.some(({ replicas }) => replicas > 0)}
          onClose={() => setChanging(null)}
          onDone={() => done(changing.name)}
        />
      )}
    </section>
  );
}

const settingColumns: readonly Column<Setting>[] = [
  { id: 'name', header: 'Setting', cut: true, cell: ({ name }) => <code>{name}</code> },
  {
    id: 'value',
    header: 'Value',
    cell: (setting) => <span className={setting.differs ? 'fg-waiting' : undefined}>{valueWords(setting)}</span>,
  },
  {
    id: 'usual',
    header: 'Default',
    hideNarrow: true,
    cell: ({ name }) => <span className="text-2">{settingAmount(name, BROKER_SETTINGS[name].usual)}</span>,
  },
  {
    id: 'effect',
    header: 'Effect',
    cut: true,
    hideNarrow: true,
    cell: ({ name }) => <span className="text-2">{BROKER_SETTINGS[name].effect}</span>,
  },
  {
    id: 'last',
    header: 'Last change',
    hideNarrow: true,
    cell: ({ last }) =>
      last === null ? null : (
        <span className="small text-2">
          <RelativeTime at={last.at} /> by {last.by}
        </span>
      ),
  },
];
