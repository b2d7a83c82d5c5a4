export type Spoken = 'tls' | 'http2' | 'http1' | 'remoting' | 'unknown';

const TLS_HANDSHAKE = 0x16;
const HTTP2_PREFACE = 'PRI * HTTP/2.0\r\n';
const HTTP1_METHODS = ['GET ', 'HEAD ', 'POST ', 'PUT ', 'DELETE ', 'OPTIONS ', 'CONNECT ', 'TRACE ', 'PATCH '];
/** A remoting frame: its length, then a byte for the form of its header, JSON or binary. */
const REMOTING_FORM_AT = 4;

/**
 * What a connection speaks, by the first bytes of it that arrived. One byte of HTTP may be either; it counts as HTTP/2.
 */
export function spokenIn(first: Buffer): Spoken {
  if (first[0] === TLS_HANDSHAKE) return 'tls';
  const text = first.toString('latin1', 0, HTTP2_PREFACE.length);
  if (HTTP2_PREFACE.startsWith(text)) return 'http2';
  if (HTTP1_METHODS.some((method) => text.startsWith(method) || method.startsWith(text))) return 'http1';
  return first[0] === 0 && (first[REMOTING_FORM_AT] ?? 0) <= 1 ? 'remoting' : 'unknown';
}
