import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** The first page of a console without a broker of its own, until a cluster is attached. */
export function AttachFirst({ mayAttach }: { readonly mayAttach: boolean }) {
  return (
    <section className="panel">
      <EmptyState
        kind="none-ever"
        title={t('Attach a cluster')}
        asPage
        action={
          mayAttach ? (
            <ButtonLink href="/settings/clusters" variant="primary">
              {t('Attach a cluster')}
            </ButtonLink>
          ) : undefined
        }
      >
        {sentences(
          t(
            `This console shows attached Apache RocketMQ clusters only (REDRIVE_EMBEDDED_BROKER is false). No cluster is
            attached yet.`,
          ),
          mayAttach
            ? t('To attach one, you need the address of a name server.')
            : t('An administrator can attach one.'),
        )}
      </EmptyState>
    </section>
  );
}
