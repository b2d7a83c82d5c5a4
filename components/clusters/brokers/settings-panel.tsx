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
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

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
    toast(t('{name} changed on all brokers', { name }));
    onChanged();
  };
  const revert = (setting: ChangeableSetting, { at, by, changes }: NonNullable<Setting['last']>) => {
    const reason = t('Revert of the change by {by} at {at}', { by, at });
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
            aria-label={t('Revert {name}', { name })}
            title={revertWords(name, last)}
            disabledReason={block}
            pending={pending}
            onClick={() => revert(name, last)}
          >
            {t('Revert')}
          </Button>
        )}
        <Button
          size="small"
          aria-label={t('Change {name}', { name })}
          disabledReason={block}
          onClick={() => setChanging(setting)}
        >
          {t('Change…')}
        </Button>
      </span>
    );
  };
  return (
    <section className="panel">
      <header>
        <h2>{t('Settings')}</h2>
        <span className="small text-3">
          {differing === 0
            ? t('no difference between the brokers that responded')
            : t('{count, plural, one {# differs} other {# differ}}, shown first', { count: differing })}
        </span>
      </header>
      <ActionFailurePart failure={failure} slow={slow} />
      <DataTable
        label={t('Settings')}
        columns={[...settingColumns(), { id: 'act', header: t('Actions'), fixed: true, cell: act }]}
        rows={found.settings}
        rowId={({ name }) => name}
        rowQuiet={({ differs, isUsual }) => !differs && isUsual}
        empty={<EmptyState kind="could-not-load">{t('No broker responded: their settings are unknown.')}</EmptyState>}
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

const settingColumns = (): readonly Column<Setting>[] => [
  { id: 'name', header: t('Setting'), cut: true, cell: ({ name }) => <code>{name}</code> },
  {
    id: 'value',
    header: t('Value'),
    cell: (setting) => <span className={setting.differs ? 'fg-waiting' : undefined}>{valueWords(setting)}</span>,
  },
  {
    id: 'usual',
    header: t('Default'),
    hideNarrow: true,
    cell: ({ name }) => <span className="text-2">{settingAmount(name, BROKER_SETTINGS[name].usual)}</span>,
  },
  {
    id: 'effect',
    header: t('Effect'),
    cut: true,
    hideNarrow: true,
    cell: ({ name }) => <span className="text-2">{t(BROKER_SETTINGS[name].effect)}</span>,
  },
  {
    id: 'last',
    header: t('Last change'),
    hideNarrow: true,
    cell: ({ last }) =>
      last === null ? null : (
        <span className="small text-2">
          <Said of={pieces('{time} by {by}', { time: <RelativeTime at={last.at} />, by: last.by })} />
        </span>
      ),
  },
];
