'use client';

import { Plus } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import {
  deleteAccessKeyAction,
  disableAccessKeyAction,
  enableAccessKeyAction,
} from '@/lib/console/actions/access-keys';
import type { AccessKeysPage, AccessKeyView } from '@/lib/console/operations/access-keys/views';
import { t } from '@/lib/model/language/t';
import type { ReadResult } from '@/lib/model/read-result';
import { addressOf } from './address.model';
import { GatewayNotice } from './gateway-notice';
import { keyColumns } from './key-columns';
import { KeyDialog } from './key-dialog';
import { KeySecret, type NewSecret } from './key-secret';
import { RotateDialog } from './rotate-dialog';

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'edit' | 'rotate' | 'disable' | 'delete'; readonly key: AccessKeyView };

/** Keys of RocketMQ clients. Every change takes effect at once and is in the audit log. */
export function AccessKeysView({ initial }: { readonly initial: ReadResult<AccessKeysPage> }) {
  const keys = useLiveQuery('accessKeys', {}, { initial, live: { kinds: ['access-key'] } });
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const action = useAction();
  const browserHost = useSyncExternalStore(subscribeToNothing, hostHere, hostUnknown);
  const { items, gateway } = keys.data ?? initial.data;
  const address = addressOf(gateway, browserHost);
  const close = () => setOpen(null);
  const enable = ({ accessKeyId }: AccessKeyView) =>
    action.run(() => enableAccessKeyAction({ id: accessKeyId }), keys.retry, keys.retry);
  const show = (dialog: 'edit' | 'rotate' | 'disable' | 'delete') => (key: AccessKeyView) => setOpen({ dialog, key });
  const columns = keyColumns({
    onEdit: show('edit'),
    onRotate: show('rotate'),
    onDisable: show('disable'),
    onEnable: enable,
    onDelete: show('delete'),
  });
  return (
    <>
      <GatewayNotice gateway={gateway} address={address} />
      <section className="panel">
        <header>
          <h2>{t('Access keys')}</h2>
          <span className="small text-3">{t('Credentials of RocketMQ clients')}</span>
          <span className="panel-end">
            <Button icon={Plus} variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
              {t('Create access key')}
            </Button>
          </span>
        </header>
        <ActionFailurePart {...action} />
        <DataTable
          label={t('Access keys')}
          lines={2}
          columns={columns}
          rows={items}
          rowId={(key) => key.accessKeyId}
          rowQuiet={(key) => key.state !== 'active'}
          problem={readProblem(keys)}
          empty={
            <EmptyState kind="none-ever">
              {gateway.requiresKeys
                ? t('No access keys yet. RocketMQ clients are refused until you create one.')
                : t('No access keys yet. Clients are accepted without one.')}
            </EmptyState>
          }
        />
      </section>
      <Dialogs open={open} items={items} onClose={close} onChanged={keys.retry} onSecret={setSecret} />
      {secret === null ? null : <KeySecret {...secret} endpoints={address} onClose={() => setSecret(null)} />}
    </>
  );
}

const subscribeToNothing = () => () => undefined;
const hostHere = () => location.hostname;
const hostUnknown = () => 'localhost';

interface DialogsProps {
  readonly open: Open | null;
  readonly items: readonly AccessKeyView[];
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onSecret: (secret: NewSecret) => void;
}

function Dialogs({ open, items, onClose, onChanged, onSecret }: DialogsProps) {
  if (open === null) return null;
  const done = () => {
    onClose();
    onChanged();
  };
  if (open.dialog === 'create') {
    return (
      <KeyDialog
        editing={null}
        current={null}
        reload={onChanged}
        onClose={onClose}
        onDone={(made) => {
          done();
          if (made !== null)
            onSecret({
              made,
              title: t('{name} created', { name: made.key.name }),
              note: t('Copy both values to the configuration of your application.'),
            });
        }}
      />
    );
  }
  const { key } = open;
  const { accessKeyId } = key;
  switch (open.dialog) {
    case 'edit':
      return (
        <KeyDialog
          editing={key}
          current={items.find((each) => each.accessKeyId === accessKeyId) ?? null}
          reload={onChanged}
          onClose={onClose}
          onDone={done}
        />
      );
    case 'rotate':
      return (
        <RotateDialog
          of={key}
          onClose={onClose}
          onDone={(made) => {
            done();
            onSecret({
              made,
              title: t('New secret for {name}', { name: key.name }),
              note: t('The access key itself does not change.'),
            });
          }}
        />
      );
    case 'disable':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={t('Disable {name}?', { name: key.name })}
          confirmLabel={t('Disable {name}', { name: key.name })}
          danger
          run={() => disableAccessKeyAction({ id: accessKeyId })}
          onDone={onChanged}
        >
          {t(
            `Its clients are refused within 2 seconds. Their messages in flight are delivered to other clients. You can
            enable the key again.`,
          )}
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={t('Delete {name}?', { name: key.name })}
          confirmLabel={t('Delete {name}', { name: key.name })}
          danger
          requireTyped={key.name}
          run={() => deleteAccessKeyAction({ id: accessKeyId })}
          onDone={onChanged}
        >
          {t('Its clients are refused within 2 seconds. This cannot be undone. The permissions stay in the audit log.')}
        </ConfirmDialog>
      );
  }
}
