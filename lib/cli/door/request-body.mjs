import { IncomingMessage } from 'node:http';

/**
 * Also the most that Next takes: next.config.js. REQUEST_LIMITS.messageBytes of lib/model, which says what it holds.
 */
export const MAX_BODY_BYTES = 8_650_752;
/** Who sends is known only after the body is read. Bodies that are longer than this are read a few at a time. */
const LONG_BYTES = 1_048_576;
const MAX_LONG = 8;
let long = 0;
/** Deeper values make the parsers that follow run out of stack. */
export const MAX_DEPTH = 1000;
/** Of a body that is refused: read this far so that the client gets to read the answer, then hang up. */
const MAX_DRAINED_BYTES = 32 * 1_048_576;
const MAX_DRAINED_MS = 10_000;

/** The whole body; null: it is too long, or many long ones are being read. */
export async function readBody(request) {
  const parts = [];
  let bytes = 0;
  let isLong = false;
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      bytes += part.length;
      if (bytes > LONG_BYTES && !isLong) {
        if (long >= MAX_LONG) return null;
        isLong = true;
        long += 1;
      }
      if (bytes > MAX_BODY_BYTES) return null;
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    if (isLong) long -= 1;
  }
}

/** Reads on what is not wanted. @param ended called once: it was read, or took too much or too long */
export function drain(request, ended) {
  let bytes = 0;
  const timer = setTimeout(end, MAX_DRAINED_MS).unref();
  function end() {
    clearTimeout(timer);
    request.off('end', end).off('close', end);
    ended();
  }
  request.on('data', (part) => {
    bytes += part.length;
    if (bytes > MAX_DRAINED_BYTES) request.destroy();
  });
  if (request.readableEnded || request.destroyed) end();
  else request.once('end', end).once('close', end);
}

/** Counts brackets wherever they stand: no text that people type opens a thousand without closing one. */
export function isTooDeep(body) {
  let depth = 0;
  for (const byte of body) {
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if ((byte === 0x5d || byte === 0x7d) && depth > 0) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * What React makes of the arguments of an action: a list as text, or the parts of a form. Next answers anything else
 * with an error of its own.
 */
export function isReadableAction({ headers }, body) {
  if (headers['next-action'] === undefined) return true;
  const type = headers['content-type'] ?? '';
  if (/^text\/plain\b/i.test(type)) return isArgumentList(body.toString());
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,200})/i.exec(type)?.[1];
  if (boundary === undefined) return false;
  return body.indexOf(`--${boundary}\r\n`) === 0 && body.lastIndexOf(`\r\n--${boundary}--`) > 0;
}

function isArgumentList(text) {
  try {
    let whole = true;
    const list = JSON.parse(text, (_key, value) => {
      // "$1" and the like stand for a part of a form, and this is none
      if (typeof value === 'string' && /^\$[^$unDNIT-]/.test(value)) whole = false;
      return value;
    });
    return Array.isArray(list) && whole;
  } catch {
    return false;
  }
}

/** The same request for who reads it next. */
export function replay(request, body) {
  const again = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(again, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  again.complete = true;
  again.push(body);
  again.push(null);
  return again;
}
