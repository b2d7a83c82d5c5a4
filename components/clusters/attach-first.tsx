import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** The first page of a console without a broker of its own, until a cluster is attached. */
export function AttachFirst({ mayAttach }: { readonly mayAttach: boolean }) {
  return (
    <section className="panel">
      <EmptyState
        kind="none-ever"
        title="Attach a cluster"
        asPage
        action={
          mayAttach ? (
            <ButtonLink href="/settings/clusters" variant="primary">
              Attach a cluster
            </ButtonLink>
          ) : undefined
        }
      >
        This console shows attached Apache RocketMQ clusters only (REDRIVE_EMBEDDED_BROKER is false), and none is
        attached yet. {mayAttach ? 'You need the address of a name server.' : 'An administrator can attach one.'}
      </EmptyState>
    </section>
  );
}
