'use client';

import { useState } from 'react';
import { ConflictPanel } from '@/components/form/conflict-panel';
import { Field } from '@/components/form/field';
import { FormDialog } from '@/components/form/form-dialog';
import { FormFailure } from '@/components/form/form-failure';
import { Select, TextArea, TextInput } from '@/components/form/inputs';
import { useAction } from '@/components/form/use-action';
import { useActionForm } from '@/components/form/use-action-form';
import { useRowEdit } from '@/components/form/use-row-edit';
import { Button } from '@/components/ui/button';
import { saveClusterAction, testClusterAction } from '@/lib/console/actions/clusters';
import type { ClusterView } from '@/lib/console/operations/clusters/views';
import { type Environment, ENVIRONMENTS } from '@/lib/model/workspace';
import styles from './clusters.module.css';
import { CLUSTER_LABELS, draftOfCluster, inputOfCluster } from './cluster-draft.model';
import type { Report } from './report.model';
import { ReportParts } from './report-panel';
import { t } from '@/lib/model/language/t';
import { ENVIRONMENT_NAMES } from '@/components/parts/environments';

interface ClusterDialogProps {
  /** Null: a new one. */
  readonly editing: ClusterView | null;
  /** The same as the page shows it now. */
  readonly current: ClusterView | null;
  /** Reads it again. */
  readonly reload: () => unknown;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const FIELDS = [
  ...['name', 'environment', 'nameServers', 'addressMap', 'metricsAddresses', 'accessKey', 'secretKey'],
  ...['usesTls', 'caCertificate', 'tlsServerName', 'traceTopic'],
];

export function ClusterDialog({ editing, current, reload, onClose, onDone }: ClusterDialogProps) {
  const [draft, setDraft] = useState(() => draftOfCluster(editing));
  const [report, setReport] = useState<Report | null>(null);
  const testing = useAction();
  const set = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    // It is of other addresses now.
    setReport(null);
  };
  const edit = useRowEdit({
    ...{ opened: editing, current, draftOf: draftOfCluster, draft, onDraft: setDraft, reload, labels: CLUSTER_LABELS },
    savedBy: ({ updatedBy, updatedAt }) => ({ actor: updatedBy, at: updatedAt, reason: null }),
    interest: { kinds: ['setting'] },
  });
  const form = useActionForm(
    {
      action: saveClusterAction,
      input: () => ({ ...inputOfCluster(draft), version: edit.version }),
      ...{ onDone, onFailure: edit.onFailure },
    },
    FIELDS,
  );
  const test = () => {
    setReport(null);
    testing.run(() => testClusterAction(inputOfCluster(draft)), setReport);
  };
  const missing =
    draft.name.trim() === '' ? t('Enter a name') : draft.nameServers.trim() === '' ? t('Enter a name server') : null;
  const text = (field: 'name' | 'accessKey' | 'traceTopic' | 'tlsServerName', label: string, hint: string) => (
    <Field label={label} hint={hint} error={form.errorOf(field)}>
      <TextInput value={draft[field]} autoComplete="off" onChange={({ target }) => set({ [field]: target.value })} />
    </Field>
  );
  const lines = (
    field: 'nameServers' | 'addressMap' | 'metricsAddresses' | 'caCertificate',
    label: string,
    hint: string,
  ) => (
    <Field label={label} hint={hint} error={form.errorOf(field)}>
      <TextArea
        mono
        rows={field === 'caCertificate' ? 6 : 2}
        value={draft[field]}
        onChange={({ target }) => set({ [field]: target.value })}
        spellCheck={false}
      />
    </Field>
  );
  return (
    <FormDialog
      size="wide"
      title={editing === null ? t('Attach a cluster') : t('Edit {name}', { name: editing.name })}
      onClose={onClose}
      form={form}
      submitLabel={editing === null ? t('Attach') : t('Save')}
      blocker={edit.blocker ?? missing}
      more={
        <Button onClick={test} pending={testing.pending} disabledReason={missing}>
          {t('Test connection')}
        </Button>
      }
    >
      <div className={styles.fields}>
        {editing === null
          ? text('name', t('Name'), t('Part of the addresses of its pages, cannot be changed later. Example: eu-prod'))
          : null}
        <Field
          label={t('Environment')}
          hint={t('Sets the colour at the top of every page')}
          error={form.errorOf('environment')}
        >
          <Select
            value={draft.environment}
            onChange={({ target }) => set({ environment: target.value as Environment })}
          >
            {ENVIRONMENTS.map((each) => (
              <option key={each} value={each}>
                {t(ENVIRONMENT_NAMES[each])}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {lines('nameServers', t('Name servers'), t('host:port, one per line'))}
      {lines(
        'addressMap',
        t('Address map'),
        t(
          `Only for brokers that announce unreachable addresses. One pair per line: announced host:port, then
            reachable host:port`,
        ),
      )}
      {lines(
        'metricsAddresses',
        t('Broker metrics'),
        t('Only for brokers that report to Prometheus. One pair per line: a broker, or * for all, then its URL'),
      )}
      <div className={styles.fields}>
        {text(
          'accessKey',
          t('Access key'),
          t('Leave empty if the cluster requires none. The key needs the rights of a super user'),
        )}
        <Field
          label={t('Secret key')}
          hint={
            editing?.hasSecret === true
              ? t('Leave empty to keep the current key')
              : t('Stored encrypted, never shown again')
          }
          error={form.errorOf('secretKey')}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={draft.secretKey}
            onChange={({ target }) => set({ secretKey: target.value })}
          />
        </Field>
      </div>
      {text(
        'traceTopic',
        t('Trace topic'),
        t('Only for 4.x clients that write traces to a topic other than that of the brokers'),
      )}
      <label className="row">
        <input type="checkbox" checked={draft.usesTls} onChange={({ target }) => set({ usesTls: target.checked })} />
        {t('Connect to name servers and brokers over TLS')}
      </label>
      {draft.usesTls ? (
        <>
          {lines(
            'caCertificate',
            t('CA certificate'),
            t('PEM, one or more. Leave empty to use the CAs that this server trusts'),
          )}
          {text(
            'tlsServerName',
            t('Name in certificates'),
            t(
              `The name that every certificate must have. Leave empty to accept any name if a CA certificate is given, or
              else the host name`,
            ),
          )}
        </>
      ) : null}
      <label className="row">
        <input
          type="checkbox"
          checked={draft.allowsChanges}
          onChange={({ target }) => set({ allowsChanges: target.checked })}
        />
        {t('Allow changes: operators can edit and pause groups of this cluster')}
      </label>
      <ConflictPanel {...edit} />
      <FormFailure failure={testing.failure} slow={testing.slow} again={false} />
      {report === null ? null : <ReportParts report={report} />}
    </FormDialog>
  );
}
