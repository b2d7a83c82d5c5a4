'use client';

import { Popover } from '@base-ui/react/popover';
import { SlidersHorizontal } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import type { NamedColumn } from '@/components/data-table/columns';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { useLiveQuery } from '@/components/live/use-live-query';
import buttonStyles from '@/components/ui/button.module.css';
import { Icon } from '@/components/ui/icon';
import type { ListName } from '@/lib/model/list-view';
import { ColumnChooser } from './column-chooser';
import { SaveViewDialog } from './save-view-dialog';
import { ViewList } from './view-list';
import { type Saving, type ShownView, shownView, viewLabel } from './views.model';
import styles from './views.module.css';

interface ViewMenuProps {
  readonly list: ListName;
  readonly columns: readonly NamedColumn[];
}

/** How a list is shown: saved views, columns, height of rows. All but the height stands in the address. */
export function ViewMenu({ list, columns }: ViewMenuProps) {
  const params = useSearchParams();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState<Saving>(null);
  const label = viewLabel(params);
  const views = useLiveQuery('savedViews', { list }, { live: { kinds: [] }, enabled: open || saving !== null });
  const shown = shownView(list, params, views.data);
  const goTo = useGoTo();
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className={buttonStyles.button} aria-label={`View: ${label === 'View' ? 'standard' : label}`}>
          <Icon of={SlidersHorizontal} />
          {label}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={4} align="end" className={styles.positioner}>
            <Popover.Popup className={styles.popup} aria-label="View" finalFocus={() => saving === null}>
              <ViewList
                shown={shown}
                views={views}
                onGo={(address) => {
                  setOpen(false);
                  goTo(address);
                }}
                onSave={(what) => {
                  setOpen(false);
                  setSaving(what);
                }}
              />
              <ColumnChooser columns={columns} />
              <section className={styles.part}>
                <h2>Row height, px</h2>
                <DensityToggle />
              </section>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {saving === null ? null : (
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
      )}
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
