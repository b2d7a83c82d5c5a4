'use client';

import { Popover } from '@base-ui/react/popover';
import type { ComponentProps } from 'react';
import type { NamedColumn } from '@/components/data-table/columns';
import { DensityToggle } from '@/components/data-table/density-toggle';
import { ColumnChooser } from './column-chooser';
import { ViewList } from './view-list';
import styles from './views.module.css';
import { t } from '@/lib/model/language/t';

interface ViewPopoverProps extends ComponentProps<typeof ViewList> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ComponentProps<'button'>;
  readonly columns: readonly NamedColumn[];
  /** The focus goes to the dialog that saves. */
  readonly isSaving: boolean;
}

/** Saved views, columns, height of rows. */
export function ViewPopover({ open, onOpenChange, trigger, columns, isSaving, ...list }: ViewPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger {...trigger} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={styles.positioner}>
          <Popover.Popup className={styles.popup} aria-label={t('View')} finalFocus={() => !isSaving}>
            <ViewList {...list} />
            <ColumnChooser columns={columns} />
            <section className={styles.part}>
              <h2>{t('Row height (px)')}</h2>
              <DensityToggle />
            </section>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
