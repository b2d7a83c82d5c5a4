import { createHmac } from 'node:crypto';

import type { AlarmNotice } from '../../../model/alarm/notice';
import { english } from '../../../model/language/t';
import type { PostInput } from '../outbound/post';

/**
 * Our own format. Receivers check `x-redrive-signature`: "v1=" and the hexadecimal HMAC-SHA256, keyed with the
 * channel's secret, of the timestamp header, a dot and the body; and that the timestamp (seconds) is recent.
 */
export function webhookPost(
  notice: AlarmNotice,
  link: string,
  { url, secret, now, deliveryId }: { url: string; secret: string | null; now: Date; deliveryId: number },
): PostInput {
  const { because } = notice;
  const body = JSON.stringify({
    ...{ version: 1, ...notice, link },
    // Programs read it.
    ...(because === undefined ? {} : { because: english(because) }),
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    url,
    body,
    headers: {
      // The same for each retry.
      'x-redrive-delivery': String(deliveryId),
      'x-redrive-timestamp': timestamp,
      ...(secret === null
        ? {}
        : { 'x-redrive-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}` }),
    },
  };
}
