import { t } from '@/lib/model/language/t';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/empty-state';

export default function NotFound() {
  return (
    <main className="panel" style={{ maxWidth: 480, margin: '12vh auto' }}>
      <EmptyState
        asPage
        kind="none-ever"
        title={t('Page not found')}
        action={<Link href="/">{t('Open the console')}</Link>}
      >
        {t('There is no page at this address.')}
      </EmptyState>
    </main>
  );
}
