'use client';

import dynamic from 'next/dynamic';
import { rulesWords, troubleOf } from '@/components/clusters/cluster-words.model';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { VersionBar, VersionForm } from '@/components/form/version-form';
import styles from '@/components/form/version.module.css';
import { useLiveQuery } from '@/components/live/use-live-query';
import { usePacked } from '@/components/live/use-packed';
import { ManagedNote } from '@/components/parts/managed-note';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/operations/groups/views';
import type { GroupConfig } from '@/lib/console/operations/groups/views';
import type { Packed } from '@/lib/model/packed';
import type { ReadResult } from '@/lib/model/read-result';
import { ConfigResult } from './config-result';
import { ImpactPanel } from './impact-panel';
import { PolicyFields } from './policy-fields';
import { ReadBrokers } from './read-brokers';
import { RefusalWays } from './refusal-ways';
import { type ConfigEditor, useConfigEditor } from './use-config-editor';
import { useSettingsEvidence } from './use-settings-evidence';
import { usePolicyImpact } from './use-policy-impact';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** Of clusters alone. */
const BrokerSettings = dynamic(async () => (await import('./broker-settings')).BrokerSettings);

interface ConfigViewProps {
  readonly packed: Packed<ReadResult<GroupConfig>>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** What a change does on top; rules on the left, their effect on the right, before anything is saved. */
export function ConfigView({ packed, mayNotEdit }: ConfigViewProps) {
  const initial = usePacked(packed);
  const { name } = initial.data.group;
  const config = useLiveQuery('groupConfig', { group: name }, { initial, live: { kinds: ['group'], group: name } });
  const { group: current, versions, inBrokers, behind } = config.data ?? initial.data;
  const { buckets, work, facts } = useSettingsEvidence(name);
  const silent = inBrokers?.silent[0];
  const blocker =
    mayNotEdit ??
    (silent === undefined
      ? null
      : t('{broker} does not respond: all brokers change together', { broker: silent.broker }));
  const editor = useConfigEditor({ current, work, mayNotEdit: blocker, reload: config.readAgain });
  const { base, settings, changes, draft, saved } = editor;
  const shown = settings ?? base;
  const changed = changes.length > 0;
  const whatIf = usePolicyImpact({ group: name, before: base, after: shown, changed, buckets, inBrokers, facts });
  const { impact, effect, risks } = whatIf;
  const readButton = whatIf.look === null ? null : <ReadBrokers whatIf={whatIf} />;
  const keep = (field: string) =>
    editor.edit(
      field === 'deliveryOrder'
        ? { ...draft, deliveryOrder: saved.deliveryOrder }
        : { ...draft, messageModel: saved.messageModel },
    );
  // What is wrong comes before the form; what is the same everywhere after it.
  const isWrong = inBrokers !== null && troubleOf(inBrokers) !== null;
  const onBrokers =
    inBrokers === null ? null : (
      <BrokerSettings
        {...{ group: name, version: current.version, inBrokers, mayNotEdit }}
        onChanged={() => void config.readAgain()}
      />
    );

  return (
    <>
      {isWrong ? onBrokers : null}
      <ManagedNote kind="group" name={name} />
      <ImpactPanel
        {...{ before: base, after: shown, impact, effect, risks, action: readButton }}
        refused={editor.refused.map(({ field = '', message }) => ({
          ...{ field, message },
          ways: <RefusalWays {...{ group: name, field, saved: base, wanted: shown }} onKeep={() => keep(field)} />,
        }))}
      />
      <div className={styles.form}>
        <ConfigForm
          editor={editor}
          version={current.version}
          newest={versions[0]}
          inBrokers={inBrokers}
          behind={behind}
        />
        <div className={styles.side}>
          <ConflictPanel editor={editor} versions={versions} />
          <ConfigResult nextVersion={current.version + 1} {...{ base, shown, changed, whatIf, facts, readButton }} />
        </div>
      </div>
      {isWrong ? null : onBrokers}
      <VersionBar
        editor={editor}
        danger={whatIf.isDangerous}
        standing={{ version: current.version, newest: versions[0], unset: `v${current.version}` }}
        blockers={editor.refused.length + Object.keys(editor.problems).length}
      />
    </>
  );
}

interface ConfigFormProps {
  readonly editor: ConfigEditor;
  readonly version: number;
  readonly newest: GroupVersionView | undefined;
  readonly inBrokers: GroupConfig['inBrokers'];
  readonly behind: GroupConfig['behind'];
}

function ConfigForm({ editor, version, newest, inBrokers, behind }: ConfigFormProps) {
  const rules = inBrokers === null ? null : rulesWords(inBrokers);
  const { form, refused } = editor;
  return (
    <VersionForm
      title={t('Policy')}
      saves={t('Save the configuration')}
      editor={editor}
      isFootApart
      standing={{ version, newest, unset: `v${version}` }}
    >
      <PolicyFields
        draft={editor.draft}
        saved={editor.saved}
        problems={editor.problems}
        errorOf={(field) => refused.find((problem) => problem.field === field)?.message ?? form.errorOf(field)}
        onChange={editor.edit}
        engine={inBrokers === null ? 'embedded' : 'cluster'}
      />
      {inBrokers === null ? null : (
        <p className="small text-3">
          {rules === null ? null : (
            <>
              {t('Max retries and retry interval: {rules}.', { rules })}
              {between()}
            </>
          )}
          {behind === null ? (
            t('Connected 5.x clients follow a change within 6 minutes.')
          ) : (
            <Said
              of={pieces(
                `{clients, number} of {all, plural, one {# connected 5.x client} other {# connected 5.x clients}} may
                use an earlier retry interval until {time}.`,
                { clients: behind.clients, all: behind.of, time: <Time at={behind.until} /> },
              )}
            />
          )}
        </p>
      )}
    </VersionForm>
  );
}
