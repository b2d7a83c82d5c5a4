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
import type { ReadResult } from '@/lib/model/read-result';
import { addressOf } from './access-keys.model';
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
          <h2>Access keys</h2>
          <span className="small text-3">credentials of RocketMQ clients</span>
          <span className="panel-end">
            <Button icon={Plus} variant="primary" onClick={() => setOpen({ dialog: 'create' })}>
              Create access key
            </Button>
          </span>
        </header>
        <ActionFailurePart {...action} />
        <DataTable
          label="Access keys"
          lines={2}
          columns={columns}
          rows={items}
          rowId={(key) => key.accessKeyId}
          rowQuiet={(key) => key.state !== 'active'}
          problem={readProblem(keys)}
          empty={
            <EmptyState kind="none-ever">
              No access key yet.{' '}
              {gateway.requiresKeys
                ? 'RocketMQ clients are refused until there is one.'
                : 'Clients are accepted without one.'}
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
            onSecret({ made, title: `${made.key.name} created`, note: 'Copy both to where they are used.' });
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
            onSecret({ made, title: `New secret for ${key.name}`, note: 'The access key itself stays the same.' });
          }}
        />
      );
    case 'disable':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={`Disable ${key.name}?`}
          confirmLabel={`Disable ${key.name}`}
          danger
          run={() => disableAccessKeyAction({ id: accessKeyId })}
          onDone={onChanged}
        >
          Its clients are refused within two seconds. Messages that they hold go to other clients. You can enable it
          again.
        </ConfirmDialog>
      );
    case 'delete':
      return (
        <ConfirmDialog
          open
          onOpenChange={onClose}
          title={`Delete ${key.name}?`}
          confirmLabel={`Delete ${key.name}`}
          danger
          requireTyped={key.name}
          run={() => deleteAccessKeyAction({ id: accessKeyId })}
          onDone={onChanged}
        >
          Its clients are refused within two seconds, for good. Its permissions stay in the audit log.
        </ConfirmDialog>
      );
  }
}
