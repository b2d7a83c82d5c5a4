'use client';

import { Check, Star } from 'lucide-react';
import { useAction } from '@/components/form/use-action';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { changeViewAction, deleteViewAction } from '@/lib/console/actions/own-views';
import { type SavedView, STANDARD_VIEW, viewAddress } from '@/lib/model/list-view';
import type { Saving, ShownView } from './views.model';
import styles from './views.module.css';
import { byName } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';

interface ViewListProps {
  readonly shown: ShownView;
  readonly views: LiveQuery<readonly SavedView[]>;
  /** To the address of a view. */
  readonly onGo: (address: string) => void;
  readonly onSave: (what: Exclude<Saving, null>) => void;
}

/** The operator's own views of a list, and what can be done with the one that is shown. */
export function ViewList({ shown, views, onGo, onSave }: ViewListProps) {
  const { name, own, isChanged } = shown;
  const action = useAction();
  const change = (isDefault: boolean, { viewId }: SavedView) =>
    action.run(() => changeViewAction({ viewId, isDefault }), views.retry);
  const remove = ({ viewId }: SavedView) =>
    action.run(
      () => deleteViewAction({ viewId }),
      () => {
        views.retry();
        onGo(`view=${STANDARD_VIEW}`);
      },
    );
  return (
    <section className={styles.part} aria-label={t('Views')}>
      <h2>{t('Views')}</h2>
      <ReadProblem error={views.error} onRetry={views.retry} />
      <ul className={styles.views}>
        <Entry isShown={name === null} label={t('Standard')} onGo={() => onGo(`view=${STANDARD_VIEW}`)} />
        {views.data?.toSorted(byName).map((view) => (
          <Entry
            key={view.viewId}
            isShown={view.viewId === own?.viewId}
            label={view.name}
            isDefault={view.isDefault}
            onGo={() => onGo(viewAddress(view))}
          />
        ))}
      </ul>
      {name !== null && own === null && views.data !== undefined ? (
        <p className="small text-2">{t('“{name}” comes from a shared link. Save it to keep it.', { name })}</p>
      ) : null}
      {action.failure === null ? null : <Banner tone="warning">{action.failure.message}</Banner>}
      <div className="row wrap">
        <Button size="small" onClick={() => onSave('new')}>
          {own !== null && isChanged ? t('Save changes…') : t('Save as…')}
        </Button>
        {own === null ? null : (
          <>
            <Button size="small" variant="ghost" onClick={() => onSave('rename')}>
              {t('Rename…')}
            </Button>
            <Button size="small" variant="ghost" pending={action.pending} onClick={() => change(!own.isDefault, own)}>
              {own.isDefault ? t('Open list with Standard') : t('Open list with this view')}
            </Button>
            <Button size="small" variant="ghost" pending={action.pending} onClick={() => remove(own)}>
              {t('Delete')}
            </Button>
          </>
        )}
        <CopyButton text={() => window.location.href} label={t('Copy link')} showLabel />
      </div>
    </section>
  );
}

interface EntryProps {
  readonly isShown: boolean;
  readonly label: string;
  readonly isDefault?: boolean;
  readonly onGo: () => void;
}

function Entry({ isShown, label, isDefault = false, onGo }: EntryProps) {
  return (
    <li>
      <button type="button" className={styles.view} aria-current={isShown ? 'true' : undefined} onClick={onGo}>
        <span className={styles.mark}>{isShown ? <Icon of={Check} size={14} /> : null}</span>
        <span className="clip grow">{label}</span>
        {isDefault ? (
          <span className="row row-tight tiny text-3">
            <Icon of={Star} size={12} /> {t('default')}
          </span>
        ) : null}
      </button>
    </li>
  );
}
