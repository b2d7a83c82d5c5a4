import { Banner } from '@/components/ui/banner';
import type { GatewayView } from '@/lib/console/operations/access-keys/views';

/** Which clients are accepted without a key, in one sentence. */
export function GatewayNotice({ gateway: { requiresKeys, loopback }, address }: Props) {
  if (requiresKeys) {
    return (
      <Banner tone="info">
        RocketMQ clients on <code>{address}</code> need an access key; a call without a valid one is refused.
      </Banner>
    );
  }
  // The banner above every page has said it.
  if (!loopback) return null;
  return (
    <Banner tone="info">
      The gateway listens on this machine only (<code>{address}</code>) and accepts every client. A client that sends a
      key is limited to its rights. REDRIVE_REQUIRE_ACCESS_KEYS=true makes keys mandatory.
    </Banner>
  );
}

/** Above every page while the gateway is open, so that operators do not learn it from an incident. */
export function OpenGatewayBanner() {
  return (
    <Banner tone="warning">
      The gateway is open: every client that reaches it may send and receive every message, because REDRIVE_OPEN_GATEWAY
      is true.
    </Banner>
  );
}

interface Props {
  readonly gateway: GatewayView;
  readonly address: string;
}
