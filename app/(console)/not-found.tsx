import { t } from '@/lib/model/language/t';
import { ForgetPage } from '@/components/palette/recents';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function ConsoleNotFound() {
  return (
    <div className="panel">
      <ForgetPage />
      <EmptyState
        asPage
        kind="none-ever"
        title={t('Not found')}
        action={<ButtonLink href="/groups">{t('All groups')}</ButtonLink>}
      >
        {t('It never existed, was deleted, or has expired.')}
      </EmptyState>
    </div>
  );
}
