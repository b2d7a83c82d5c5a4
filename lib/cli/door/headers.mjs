// On every answer, also on answers that Next makes by itself. Pages have a policy with a nonce instead: proxy.ts sets
// it.
const FIXED = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export function setFixedHeaders(response, isHttps) {
  for (const [name, value] of Object.entries(FIXED)) response.setHeader(name, value);
  if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
}
