'use client';

import { BrokerSettings } from '@/components/clusters/broker-settings';
import { rulesWords, troubleOf } from '@/components/clusters/cluster-words.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount, plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import type { GroupVersionView } from '@/lib/console/reads/group';
import type { GroupConfig } from '@/lib/console/reads/group-config';
import type { ReadResult } from '@/lib/model/read-result';
import { ConfigResult } from './config-result';
import { ConflictPanel } from '@/components/form/conflict-panel';
import styles from '@/components/form/version.module.css';
import { PolicyFields } from './policy-fields';
import { type ConfigEditor, useConfigEditor } from './use-config-editor';
import { VersionForm } from '@/components/form/version-form';

interface ConfigViewProps {
  readonly initial: ReadResult<GroupConfig>;
  /** Null: may edit; else why not. */
  readonly mayNotEdit: string | null;
}

/** Rules on the left, their effect on the right, before anything is saved. */
export function ConfigView({ initial, mayNotEdit }: ConfigViewProps) {
  const { name } = initial.data.group;
  const config = useLiveQuery(
    'groupConfig',
    { group: name },
    { initial, live: { kinds: ['group', 'message'], group: name } },
  );
  const { group: current, versions, buckets, facts, inBrokers, behind } = config.data ?? initial.data;
  const silent = inBrokers?.silent[0];
  const blocker =
    mayNotEdit ?? (silent === undefined ? null : `${silent.broker} does not answer: all brokers change together`);
  const editor = useConfigEditor({ current, mayNotEdit: blocker, reload: config.readAgain });
  const { base, settings, changes } = editor;
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
          <ConfigResult
            base={base}
            nextVersion={current.version + 1}
            settings={settings}
            changed={changes.length > 0}
            buckets={buckets}
            facts={facts}
            asOf={config.asOf ?? initial.asOf}
          />
        </div>
      </div>
      {isWrong ? null : onBrokers}
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
  return (
    <VersionForm
      title="Policy"
      saves="Save the configuration"
      editor={editor}
      standing={{ version, newest, unset: `v${version}` }}
    >
      <PolicyFields
        draft={editor.draft}
        saved={editor.saved}
        problems={editor.problems}
        errorOf={editor.form.errorOf}
        onChange={editor.edit}
        isInCluster={inBrokers !== null}
      />
      {inBrokers === null ? null : (
        <p className="small text-3">
          {rules === null ? '' : `Max retries and back-off: ${rules}. `}
          {behind === null ? (
            'Connected 5.x clients follow a change within 6 minutes.'
          ) : (
            <>
              {formatCount(behind.clients)} of {plural(behind.of, 'connected 5.x client')} may use an earlier back-off
              until <Time at={behind.until} />.
            </>
          )}
        </p>
      )}
    </VersionForm>
  );
}
