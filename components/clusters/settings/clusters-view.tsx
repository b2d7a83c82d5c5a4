'use client';

import { Plus } from 'lucide-react';
import { Link } from '@/components/ui/link';
import { useState } from 'react';
import { EnvironmentMark } from '@/components/clusters/environment-mark';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useAction } from '@/components/form/use-action';
import { FormFailure } from '@/components/form/form-failure';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useRefresh } from '@/components/live/use-refresh';
import { Button, ButtonLink } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Time } from '@/components/ui/time';
import { detachClusterAction, testAttachedClusterAction } from '@/lib/console/actions/clusters';
import type { ClusterView } from '@/lib/console/operations/clusters/views';
import type { ReadResult } from '@/lib/model/read-result';
import { inWorkspace } from '@/lib/model/workspace';
import styles from './clusters.module.css';
import { ClusterDialog } from './cluster-dialog';
import type { Report } from './report.model';
import { ReportPanel } from './report-panel';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { ENVIRONMENT_NAMES } from '@/components/parts/environments';
import { enumerated } from '@/lib/model/language/list';

/** Clusters that this console is attached to, and what there is behind their addresses. */
export function ClustersView({ initial }: { readonly initial: ReadResult<readonly ClusterView[]> }) {
  const query = useLiveQuery('clusters', {}, { initial, live: { kinds: ['setting'] } });
  const items = query.data ?? initial.data;
  const [editing, setEditing] = useState<ClusterView | 'new' | null>(null);
  const [detaching, setDetaching] = useState<ClusterView | null>(null);
  const [found, setFound] = useState<{ readonly name: string; readonly report: Report } | null>(null);
  const testing = useAction();
  const refresh = useRefresh();
  const test = ({ name }: ClusterView) => {
    setFound(null);
    testing.run(
      () => testAttachedClusterAction({ cluster: name }),
      (report) => setFound({ name, report }),
    );
  };
  const changed = () => {
    // What was found is of the settings before the change.
    setFound(null);
    query.retry();
    // The switcher above every page names them too.
    void refresh();
  };
  return (
    <>
      <div className="toolbar">
        <p className="text-2 prose">
          {t(
            `Apache RocketMQ 5 clusters beside the embedded broker. Each has its own workspace and is read-only
              until you allow changes.`,
          )}
        </p>
        <span className="grow" />
        <Button icon={Plus} variant="primary" onClick={() => setEditing('new')}>
          {t('Attach a cluster')}
        </Button>
      </div>
      <FormFailure failure={testing.failure} slow={testing.slow} again={false} />
      <section className="panel">
        <DataTable
          label={t('Attached clusters')}
          lines={2}
          columns={columnsOf({ pending: testing.pending, onTest: test, onEdit: setEditing, onDetach: setDetaching })}
          rows={items}
          rowId={({ name }) => name}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever" title={t('No cluster attached')}>
              {t('The console shows the embedded broker. Attach a cluster to use the same pages for it.')}
            </EmptyState>
          }
        />
      </section>
      {found === null ? null : <ReportPanel name={found.name} report={found.report} />}
      {editing === null ? null : (
        <ClusterDialog
          editing={editing === 'new' ? null : editing}
          current={editing === 'new' ? null : (items.find(({ name }) => name === editing.name) ?? null)}
          reload={query.retry}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            changed();
          }}
        />
      )}
      {detaching === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setDetaching(null)}
          title={t('Detach {name}?', { name: detaching.name })}
          confirmLabel={t('Detach {name}', { name: detaching.name })}
          danger
          run={() => detachClusterAction({ cluster: detaching.name, version: detaching.version })}
          onDone={changed}
        >
          {t(
            `The cluster itself is not changed. Its secret key, the history of its group settings, its dead letters,
              re-drives and alarms are deleted from this console; the audit log is kept. Open alarms are closed as
              not resolved, and their channels are notified.`,
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface Buttons {
  readonly pending: boolean;
  readonly onTest: (cluster: ClusterView) => void;
  readonly onEdit: (cluster: ClusterView) => void;
  readonly onDetach: (cluster: ClusterView) => void;
}

function columnsOf({ pending, onTest, onEdit, onDetach }: Buttons): readonly Column<ClusterView>[] {
  return [
    {
      id: 'name',
      header: t('Cluster'),
      cut: true,
      cell: ({ name, environment, secretReadable }) => (
        <span className="col col-tight">
          <span className="row row-tight">
            <EnvironmentMark environment={environment} />
            <Link href={inWorkspace(name, '/groups')} prefetch={false}>
              <b>{name}</b>
            </Link>
            <span className="small text-2">{t(ENVIRONMENT_NAMES[environment])}</span>
          </span>
          {secretReadable ? null : <span className="small">{t('The secret key cannot be read. Enter it again.')}</span>}
        </span>
      ),
    },
    {
      id: 'servers',
      header: t('Name servers'),
      cut: true,
      hideNarrow: true,
      cell: ({ nameServers }) => <span className="mono">{enumerated(nameServers)}</span>,
    },
    {
      id: 'key',
      header: t('Access key'),
      cut: true,
      hideNarrow: true,
      cell: ({ accessKey }) => (accessKey === null ? <span className="text-3">{t('none')}</span> : accessKey),
    },
    {
      id: 'changes',
      header: t('Changes'),
      cell: ({ allowsChanges }) => (allowsChanges ? t('allowed') : <span className="text-2">{t('read-only')}</span>),
    },
    {
      id: 'by',
      header: t('Saved by'),
      cut: true,
      hideNarrow: true,
      cell: ({ updatedBy, updatedAt }) => (
        <Said of={pieces('{by}, {time}', { by: updatedBy, time: <Time at={updatedAt} style="day-clock" /> })} />
      ),
    },
    {
      id: 'actions',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (cluster) => (
        <span className={styles.buttons}>
          <Button size="small" pending={pending} onClick={() => onTest(cluster)}>
            {t('Test connection')}
          </Button>
          <ButtonLink size="small" variant="ghost" href={inWorkspace(cluster.name, '/move')}>
            {t('Move…')}
          </ButtonLink>
          <Button size="small" variant="ghost" onClick={() => onEdit(cluster)}>
            {t('Edit…')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => onDetach(cluster)}>
            {t('Detach…')}
          </Button>
        </span>
      ),
    },
  ];
}
