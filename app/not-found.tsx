import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/empty-state';

export default function NotFound() {
  return (
    <main className="panel" style={{ maxWidth: 480, margin: '12vh auto' }}>
      <EmptyState asPage kind="none-ever" title="Page not found" action={<Link href="/">Open the console</Link>}>
        There is no page at this address.
      </EmptyState>
    </main>
  );
}
