import { Banner } from '@/components/ui/banner';

interface BrokersBannerProps {
  readonly answered: number;
  readonly silent: readonly { readonly broker: string; readonly reason: string }[];
}

/** Above what lacks the part of a broker. */
export function BrokersBanner({ answered, silent }: BrokersBannerProps) {
  if (silent.length === 0) return null;
  return (
    <Banner tone="warning">
      <b>
        {answered} of {answered + silent.length} brokers answered.
      </b>{' '}
      {silent.map(({ broker, reason }) => `${broker}: ${reason}`).join('; ')}. Numbers that lack a part say “at least”;
      settings are changed when all brokers answer.
    </Banner>
  );
}
