import { t } from '@/lib/model/language/t';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function ConsoleForbidden() {
  return (
    <div className="panel">
      <EmptyState
        asPage
        kind="not-allowed"
        action={<ButtonLink href="/settings">{t('See my permissions')}</ButtonLink>}
      >
        {t('Your role does not include this page. An admin can change it under Settings.')}
      </EmptyState>
    </div>
  );
}
