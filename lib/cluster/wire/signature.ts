import { createHmac } from 'node:crypto';

import type { Fields } from './frame';

/** Of ACL 1 and 2 alike. */
export interface ClusterCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** The fields of a signed request. ACL 1 and 2 sign alike: values in the order of their keys, then the body. */
export function signFields(fields: Fields, body: Buffer, { accessKey, secretKey }: ClusterCredentials): Fields {
  const { Signature: _old, ...given } = fields;
  const unsigned: Fields = { ...given, AccessKey: accessKey };
  const hmac = createHmac('sha1', secretKey);
  // By code unit, as Java sorts; no locale.
  for (const key of Object.keys(unsigned).toSorted()) hmac.update(unsigned[key] ?? '');
  return { ...unsigned, Signature: hmac.update(body).digest('base64') };
}
