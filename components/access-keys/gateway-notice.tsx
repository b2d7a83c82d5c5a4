import { Banner } from '@/components/ui/banner';
import { Said } from '@/components/ui/said';
import type { GatewayView } from '@/lib/console/operations/access-keys/views';
import { pieces } from '@/lib/model/language/t';

/** Which clients are accepted without a key, in one sentence. */
export function GatewayNotice({ gateway: { requiresKeys, loopback }, address }: Props) {
  if (requiresKeys) {
    return (
      <Banner tone="info">
        <Said
          of={pieces('RocketMQ clients on {address} need an access key. Calls without a valid key are refused.', {
            address: <code>{address}</code>,
          })}
        />
      </Banner>
    );
  }
  // The banner above every page has said it.
  if (!loopback) return null;
  return (
    <Banner tone="info">
      <Said
        of={pieces(
          `The gateway listens on this machine only ({address}) and accepts every client. A client with a key is limited
          to the permissions of the key. To require keys, set <code>REDRIVE_REQUIRE_ACCESS_KEYS=true</code>.`,
          { address: <code>{address}</code> },
        )}
      />
    </Banner>
  );
}

/** Above every page while the gateway is open, so that operators do not learn it from an incident. */
export function OpenGatewayBanner() {
  return (
    <Banner tone="warning">
      <Said
        of={pieces(
          `The gateway is open: every client that can connect may send and receive every message, because
          <code>REDRIVE_OPEN_GATEWAY</code> is true.`,
        )}
      />
    </Banner>
  );
}

interface Props {
  readonly gateway: GatewayView;
  readonly address: string;
}
