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
    draft.name.trim() === '' ? 'Enter a name' : draft.nameServers.trim() === '' ? 'Enter a name server' : null;
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
      title={editing === null ? 'Attach a cluster' : `Edit ${editing.name}`}
      onClose={onClose}
      form={form}
      submitLabel={editing === null ? 'Attach' : 'Save'}
      blocker={edit.blocker ?? missing}
      more={
        <Button onClick={test} pending={testing.pending} disabledReason={missing}>
          Test connection
        </Button>
      }
    >
      <div className={styles.fields}>
        {editing === null ? text('name', 'Name', 'Stands in addresses and stays: eu-prod') : null}
        <Field label="Environment" hint="Sets the colour above every page" error={form.errorOf('environment')}>
          <Select
            value={draft.environment}
            onChange={({ target }) => set({ environment: target.value as Environment })}
          >
            {ENVIRONMENTS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {lines('nameServers', 'Name servers', 'host:port, one on a line')}
      {lines(
        'addressMap',
        'Address map',
        'Only where brokers announce what cannot be reached: both host:port, one pair on a line',
      )}
      {lines(
        'metricsAddresses',
        'Metrics of brokers',
        'Only where brokers report to Prometheus: a broker, or * for all, and its URL, one pair on a line',
      )}
      <div className={styles.fields}>
        {text('accessKey', 'Access key', 'Empty: the cluster asks for none. It needs the rights of a super user')}
        <Field
          label="Secret key"
          hint={editing?.hasSecret === true ? 'Empty: the one it has' : 'Kept encrypted, never shown again'}
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
      {text('traceTopic', 'Trace topic', 'Only where 4.x clients trace to a topic that the brokers do not name')}
      <label className="row">
        <input type="checkbox" checked={draft.usesTls} onChange={({ target }) => set({ usesTls: target.checked })} />
        TLS: name servers and brokers are reached through encrypted connections
      </label>
      {draft.usesTls ? (
        <>
          {lines('caCertificate', 'CA certificate', 'PEM, one or more. Empty: the CAs that this computer trusts')}
          {text(
            'tlsServerName',
            'Name in certificates',
            'What all of them must name. Empty: any name with a CA certificate, else the host that is reached',
          )}
        </>
      ) : null}
      <label className="row">
        <input
          type="checkbox"
          checked={draft.allowsChanges}
          onChange={({ target }) => set({ allowsChanges: target.checked })}
        />
        Allow changes: operators may edit and pause groups of this cluster
      </label>
      <ConflictPanel {...edit} />
      <FormFailure failure={testing.failure} slow={testing.slow} again={false} />
      {report === null ? null : <ReportParts report={report} />}
    </FormDialog>
  );
}
