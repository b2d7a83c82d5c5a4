'use client';

import { SlidersHorizontal } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { NamedColumn } from '@/components/data-table/columns';
import { useLiveQuery } from '@/components/live/use-live-query';
import buttonStyles from '@/components/ui/button.module.css';
import { Icon } from '@/components/ui/icon';
import { OnDemand, useKeptFocus, useOpened } from '@/components/ui/on-demand';
import type { ListName } from '@/lib/model/list-view';
import { type Saving, type ShownView, shownView, viewLabel } from './views.model';
import { t } from '@/lib/model/language/t';

interface ViewMenuProps {
  readonly list: ListName;
  readonly columns: readonly NamedColumn[];
}

const loadPopover = () => import('./view-popover');
const loadSaving = () => import('./save-view-dialog');

/** How a list is shown: saved views, columns, height of rows. All but the height stands in the address. */
export function ViewMenu({ list, columns }: ViewMenuProps) {
  const params = useSearchParams();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState<Saving>(null);
  const label = viewLabel(params) ?? t('View');
  const views = useLiveQuery('savedViews', { list }, { live: { kinds: [] }, enabled: open || saving !== null });
  const shown = shownView(list, params, views.data);
  const goTo = useGoTo();
  const [hasFocus, focus] = useKeptFocus();
  const body = useOpened(loadPopover, open, setOpen);
  const trigger = {
    className: buttonStyles.button,
    'aria-label': t('View: {name}', { name: viewLabel(params) ?? t('Standard') }),
    children: (
      <>
        <Icon of={SlidersHorizontal} />
        {label}
      </>
    ),
  };
  return (
    <>
      {body === undefined ? (
        <button type="button" {...trigger} {...focus} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <body.ViewPopover
          open={open}
          onOpenChange={setOpen}
          trigger={{ ...trigger, autoFocus: hasFocus }}
          shown={shown}
          views={views}
          columns={columns}
          onGo={(address) => {
            setOpen(false);
            goTo(address);
          }}
          onSave={(what) => {
            setOpen(false);
            setSaving(what);
          }}
          isSaving={saving !== null}
        />
      )}
      <OnDemand load={loadSaving} isWanted={saving !== null} onCancel={() => setSaving(null)}>
        {({ SaveViewDialog }) =>
          saving === null ? null : (
            <SaveViewDialog
              list={list}
              shown={shown}
              what={saving}
              onClose={() => setSaving(null)}
              onDone={(name) => {
                setSaving(null);
                views.retry();
                goTo(addressOf(shown, name));
              }}
            />
          )
        }
      </OnDemand>
    </>
  );
}

function addressOf({ query }: ShownView, name: string): string {
  const params = new URLSearchParams(query);
  params.set('view', name);
  return params.toString();
}

function useGoTo(): (address: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  return (address) => router.push(`${pathname}?${address}`, { scroll: false });
}
