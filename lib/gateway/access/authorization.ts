import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What a client sends with every call. Source: apache/rocketmq-clients, Signature.java; proxy
 * AuthenticationContextBuilder.
 */
export interface Credential {
  readonly accessKeyId: string;
  /** 20 bytes. */
  readonly signature: Buffer;
}

const MAX_HEADER_CHARS = 2048;
const MAX_DATE_CHARS = 64;
const SHAPE =
  /^MQv2-HMAC-SHA1\s+Credential=([^\s,/]{1,1024})(?:\/[^\s,]*)?,\s*SignedHeaders=x-mq-date-time,\s*Signature=([0-9A-Fa-f]{40})$/;

/**
 * Go and Python clients without credentials sign all the same, with an empty name: `Credential=//RocketMQ`, or
 * nothing behind the equals sign. They are clients without a key.
 */
const IN_NOBODYS_NAME = /^MQv2-HMAC-SHA1\s+Credential=(?:\/[^\s,]*)?,/;

export function namesNobody(header: string): boolean {
  return header === '' || IN_NOBODYS_NAME.test(header);
}

/** Null when the header is not of the one form that clients send. */
export function parseAuthorization(header: string): Credential | null {
  if (header.length > MAX_HEADER_CHARS) return null;
  const [, accessKeyId, signature] = SHAPE.exec(header) ?? [];
  if (accessKeyId === undefined || signature === undefined) return null;
  return { accessKeyId, signature: Buffer.from(signature, 'hex') };
}

/** True when the secret signs this time. The comparison takes the same time wherever the two differ. */
export function isSignedBy(secret: string, dateTime: string, { signature }: Credential): boolean {
  const expected = createHmac('sha1', secret).update(dateTime.slice(0, MAX_DATE_CHARS)).digest();
  return timingSafeEqual(expected, signature) && dateTime.length <= MAX_DATE_CHARS && dateTime !== '';
}
