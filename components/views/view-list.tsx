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
    <section className={styles.part} aria-label="Views">
      <h2>Views</h2>
      <ReadProblem error={views.error} onRetry={views.retry} />
      <ul className={styles.views}>
        <Entry isShown={name === null} label="Standard" onGo={() => onGo(`view=${STANDARD_VIEW}`)} />
        {views.data?.map((view) => (
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
        <p className="small text-2">“{name}” is from a shared link. Save it to keep it here.</p>
      ) : null}
      {action.failure === null ? null : <Banner tone="warning">{action.failure.message}</Banner>}
      <div className="row wrap">
        <Button size="small" onClick={() => onSave('new')}>
          {own !== null && isChanged ? 'Save the changes…' : 'Save as…'}
        </Button>
        {own === null ? null : (
          <>
            <Button size="small" variant="ghost" onClick={() => onSave('rename')}>
              Rename…
            </Button>
            <Button size="small" variant="ghost" pending={action.pending} onClick={() => change(!own.isDefault, own)}>
              {own.isDefault ? 'Open with Standard' : 'Open with it'}
            </Button>
            <Button size="small" variant="ghost" pending={action.pending} onClick={() => remove(own)}>
              Delete
            </Button>
          </>
        )}
        <CopyButton text={() => window.location.href} label="Copy link" showLabel />
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
            <Icon of={Star} size={12} /> opens first
          </span>
        ) : null}
      </button>
    </li>
  );
}
