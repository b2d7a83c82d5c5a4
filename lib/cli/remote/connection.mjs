// One server: its document, kept until it changes, and its answers.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { CliError } from './failure.mjs';
import { t } from './speech.mjs';

/** Nothing of the request has reached a server. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Compressed it is 50 kB, and it says what this server can do: it is not bundled, so any version may be asked. */
export async function readDocument(server, env = process.env) {
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'redrive');
  const file = join(folder, `${createHash('sha256').update(server).digest('hex').slice(0, 16)}.json`);
  const kept = readKept(file);
  const headers = kept === null ? {} : { 'if-none-match': kept.etag };
  const answer = await reach(server, '/openapi.json', { headers }, false);
  if (answer.status === 304 && kept !== null) return kept.document;
  if (!answer.ok)
    throw new CliError(
      1,
      t('{server} has no API document (HTTP {status}). Is it a Redrive server?', { server, status: answer.status }),
    );
  const document = await answer.json().catch(() => null);
  if (document?.info?.title !== 'Redrive') throw new CliError(1, t('{server} is not a Redrive server.', { server }));
  keep(folder, file, { etag: answer.headers.get('etag') ?? '', document });
  return document;
}

/** What a configuration file may have. */
export async function readSchema(server) {
  const answer = await reach(server, '/config.schema.json', {}, false);
  if (!answer.ok)
    throw new CliError(
      1,
      t('{server} has no schema of configuration files (HTTP {status}).', { server, status: answer.status }),
    );
  return await answer.json();
}

function readKept(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A folder that cannot be written costs a longer answer the next time, no more. */
function keep(folder, file, kept) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  } catch {}
}

/** @throws CliError 1: it refused, or was not reached; 3: it is unknown whether the change was made */
export async function call({ server, token, workspace }, command, { params, query, body }) {
  const place =
    workspace === undefined || command.path.startsWith('/clusters') ? '' : `/clusters/${segment(workspace)}`;
  const path = command.path.replaceAll(/\{(\w+)\}/g, (_, name) => segment(params[name]));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  const changes = command.effect !== 'read' && body?.dryRun !== true && query.dryRun !== true;
  const answer = await reach(
    server,
    `${place}${path}${search === '' ? '' : `?${search}`}`,
    {
      method: command.method.toUpperCase(),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    changes,
  );
  const text = await answer.text().catch((error) => {
    throw lost(error, changes);
  });
  const data = parsed(text);
  if (answer.ok) return data ?? { text };
  throw refusal(answer.status, data?.error, changes);
}

/** A path segment: clients take "." and ".." out of a path. */
function segment(value) {
  const text = String(value);
  return encodeURIComponent(/^~*\.{1,2}$/.test(text) ? `~${text}` : text);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function reach(server, path, init, changes) {
  const url = `${server.replace(/\/+$/, '')}/api/v1${path}`;
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(120_000) }).catch(
    (error) => {
      if (error instanceof TypeError && error.cause === undefined)
        throw new CliError(2, t('{server} is not an address.', { server }));
      if (NOT_SENT.has(error.cause?.code) || error.cause?.message === 'bad port')
        throw new CliError(
          1,
          t('Cannot reach {server}: {why}. Nothing was changed.', { server, why: error.cause.message }),
        );
      throw lost(error, changes);
    },
  );
  if (answer.status >= 301 && answer.status <= 308 && answer.status !== 304)
    throw new CliError(
      1,
      t('{server} redirects to {location}. Use that server.', {
        server,
        location: answer.headers.get('location') ?? t('another address'),
      }),
    );
  return answer;
}

function lost(error, changes) {
  const why = error.cause?.message ?? error.message;
  return changes
    ? new CliError(
        3,
        t('The connection was lost after the change was sent ({why}). It may or may not have been made.', { why }),
      )
    : new CliError(1, t('The server did not answer: {why}.', { why }));
}

function refusal(status, error, changes) {
  const isUnknown = changes && status >= 500 && (error === undefined || error.code === 'internal');
  if (error === undefined)
    return isUnknown
      ? new CliError(
          3,
          t('Unexpected answer (HTTP {status}), not from Redrive. The change may or may not have been made.', {
            status,
          }),
        )
      : new CliError(1, t('Unexpected answer (HTTP {status}), not from Redrive.', { status }));
  const { code, message, field, limit, value } = error;
  const extra = [
    field !== undefined && !message.includes(field) ? t('field {name}', { name: field }) : '',
    limit !== undefined && !message.includes(String(limit)) ? t('limit {value}', { value: limit }) : '',
    value !== undefined && value !== null && !message.includes(String(value)) ? t('got {value}', { value }) : '',
  ].filter((part) => part !== '');
  const said =
    extra.length === 0 ? message : t('{problem} ({facts}).', { problem: message.replace(/[.。]$/, ''), facts: extra });
  return new CliError(
    isUnknown ? 3 : 1,
    isUnknown ? t('{problem} The change may or may not have been made.', { problem: said }) : said,
    code,
  );
}
