import { Banner } from '@/components/ui/banner';
import type { GatewayView } from '@/lib/console/reads/access-keys';

/** Who is let in without a key, in one sentence. */
export function GatewayNotice({ gateway: { requiresKeys, loopback }, address }: Props) {
  if (requiresKeys) {
    return (
      <Banner tone="info">
        RocketMQ clients on <code>{address}</code> need an access key; a call without a good one is refused.
      </Banner>
    );
  }
  // The banner above every page has said it.
  if (!loopback) return null;
  return (
    <Banner tone="info">
      The gateway listens on this machine only (<code>{address}</code>) and lets every client in. A client that sends a
      key is held to it. REDRIVE_REQUIRE_ACCESS_KEYS=true makes keys a must.
    </Banner>
  );
}

/** Above every page while it is so: nobody should learn it from an incident. */
export function OpenGatewayBanner() {
  return (
    <Banner tone="warning">
      The gateway is open: whoever reaches it may send and receive every message, because REDRIVE_OPEN_GATEWAY is true.
    </Banner>
  );
}

interface Props {
  readonly gateway: GatewayView;
  readonly address: string;
}
