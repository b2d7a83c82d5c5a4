import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function ConsoleNotFound() {
  return (
    <div className="panel">
      <EmptyState
        asPage
        kind="none-ever"
        title="There is no such thing here"
        action={<ButtonLink href="/groups">All groups</ButtonLink>}
      >
        The address names something that does not exist, or existed longer ago than messages are kept.
      </EmptyState>
    </div>
  );
}
