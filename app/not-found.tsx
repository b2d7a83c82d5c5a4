import Link from 'next/link';
import { EmptyState } from '@/components/ui/empty-state';

export default function NotFound() {
  return (
    <main className="panel" style={{ maxWidth: 480, margin: '12vh auto' }}>
      <EmptyState asPage kind="none-ever" title="No such page" action={<Link href="/">To the console</Link>}>
        The address leads nowhere.
      </EmptyState>
    </main>
  );
}
