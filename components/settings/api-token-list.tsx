'use client';

import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { useRefresh } from '@/components/live/use-refresh';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Tag } from '@/components/ui/tag';
import { RelativeTime, Time } from '@/components/ui/time';
import { revokeApiTokenAction } from '@/lib/console/actions/api-tokens';
import type { ApiTokenView } from '@/lib/console/reads/settings';
import { CreateTokenDialog } from './create-token-dialog';
import { RotateTokenDialog } from './rotate-token-dialog';
import { ShownOnce } from '@/components/form/shown-once';

/** Bearer tokens of the HTTP API. */
export function ApiTokenList({ tokens }: { readonly tokens: readonly ApiTokenView[] }) {
  const refresh = useRefresh();
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [rotating, setRotating] = useState<ApiTokenView | null>(null);
  const [revoking, setRevoking] = useState<ApiTokenView | null>(null);
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('API tokens')}</h2>
          <span className="small text-3">
            <Said of={pieces('Sent as <code>Authorization: Bearer …</code> to <code>/api/v1</code>')} />
          </span>
          <span className="panel-end">
            <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
              {t('Create token')}
            </Button>
          </span>
        </header>
        <DataTable
          label={t('API tokens')}
          columns={columnsFor(setRotating, setRevoking)}
          rows={tokens}
          rowId={(token) => String(token.apiTokenId)}
          rowQuiet={(token) => token.revokedAt !== null || token.expired}
          empty={
            <EmptyState kind="none-ever">
              {t('No tokens yet. Applications that report failures need one with the right “failures”.')}
            </EmptyState>
          }
        />
      </section>
      {creating ? (
        <CreateTokenDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
            void refresh();
          }}
        />
      ) : null}
      {secret === null ? null : (
        <ShownOnce
          title={t('Secret created')}
          secret={secret}
          note={t('Copy it to the configuration of your program.')}
          onClose={() => setSecret(null)}
        />
      )}
      {rotating === null ? null : (
        <RotateTokenDialog
          of={rotating}
          onClose={() => setRotating(null)}
          onDone={(created) => {
            setRotating(null);
            setSecret(created);
            void refresh();
          }}
        />
      )}
      {revoking === null ? null : (
        <ConfirmDialog
          open
          onOpenChange={() => setRevoking(null)}
          title={t('Revoke {name}?', { name: revoking.name })}
          confirmLabel={t('Revoke {name}', { name: revoking.name })}
          danger
          run={() => revokeApiTokenAction({ apiTokenId: revoking.apiTokenId })}
          onDone={refresh}
        >
          {t('Programs that use this token are refused from their next request on. This cannot be undone.')}
        </ConfirmDialog>
      )}
    </>
  );
}

function columnsFor(
  onRotate: (token: ApiTokenView) => void,
  onRevoke: (token: ApiTokenView) => void,
): Column<ApiTokenView>[] {
  return [
    { id: 'name', header: t('Name'), cell: (token) => <b>{token.name}</b> },
    { id: 'start', header: t('Starts with'), hideNarrow: true, cell: (token) => <code>{token.shownStart}…</code> },
    { id: 'rights', header: t('Rights'), cell: (token) => <Tag>{token.rights}</Tag> },
    {
      id: 'used',
      header: t('Last used'),
      cell: (token) =>
        token.lastUsedAt === null ? (
          <span className="text-3">{t('never')}</span>
        ) : (
          <RelativeTime at={token.lastUsedAt} />
        ),
    },
    {
      id: 'expires',
      header: t('Expires'),
      cell: (token) =>
        token.expiresAt === null ? (
          <span className="text-3">{t('no expiry')}</span>
        ) : token.expired ? (
          <Tag>{t('expired')}</Tag>
        ) : (
          <Time at={token.expiresAt} style="day" />
        ),
    },
    {
      id: 'created',
      header: t('Created'),
      hideNarrow: true,
      cell: (token) => (
        <>
          <Time at={token.createdAt} style="day" />{' '}
          <span className="text-3">{t('created by {name}', { name: token.createdBy })}</span>
        </>
      ),
    },
    {
      id: 'revoke',
      header: <span className="visually-hidden">{t('Actions')}</span>,
      fixed: true,
      align: 'end',
      cell: (token) =>
        token.revokedAt === null ? (
          <span className="row row-tight">
            <Button size="small" onClick={() => onRotate(token)}>
              {t('Rotate…')}
            </Button>
            <Button size="small" variant="danger" onClick={() => onRevoke(token)}>
              {t('Revoke…')}
            </Button>
          </span>
        ) : (
          <span>
            <Said of={pieces('revoked {time}', { time: <RelativeTime at={token.revokedAt} /> })} />
          </span>
        ),
    },
  ];
}
