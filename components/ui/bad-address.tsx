import { t } from '@/lib/model/language/t';
import { ButtonLink } from './button';
import { EmptyState } from './empty-state';
import { PageHeader } from './page-header';

interface BadAddressProps {
  readonly title: string;
  /** What is wrong with it, from the server. */
  readonly refusal: string;
  /** The same page without its params. */
  readonly href: string;
}

/** An address that cannot be answered, said on the page it was meant for. */
export function BadAddress({ title, refusal, href }: BadAddressProps) {
  return (
    <>
      <PageHeader title={title} />
      <section className="panel">
        <EmptyState
          kind="filtered-out"
          title={t('This address is not valid')}
          action={
            <ButtonLink href={href} size="small">
              {t('Start again without it')}
            </ButtonLink>
          }
        >
          {refusal}
        </EmptyState>
      </section>
    </>
  );
}
