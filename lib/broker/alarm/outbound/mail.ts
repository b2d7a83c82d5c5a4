import { isIP } from 'node:net';

import { createTransport, type Transporter } from 'nodemailer';

import type { MailSecurity } from '../../../model/alarm/channel';
import { SEND_TIMEOUT_MS, type SendGuard } from './outbound';
import { written } from '../../../model/language/retell';
import { SEND_PROBLEMS, SendProblem, wordFor } from './problem';
import { resolveTarget } from './resolve';
import { checkMailHost, type Target } from './target';

export interface MailInput {
  readonly host: string;
  readonly port: number;
  /** tls: from the first byte. starttls: refused when the server does not offer it. none: in the clear. */
  readonly security: MailSecurity;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The same for a retry: mail programs show it once. */
  readonly messageId: string;
}

const ACCEPTED = 250;
/** No out-of-office replies to it. Source: RFC 3834. */
const MACHINE = { 'Auto-Submitted': 'auto-generated' };

/** Sends one mail to the address that was checked. @returns the SMTP code @throws SendProblem */
export async function sendMail(input: MailInput, guard: SendGuard): Promise<number> {
  const target = checkMailHost(input.host, input.port, guard.allow);
  const { security, user } = input;
  // The setting that allowed it may be gone since the channel was saved.
  if (security === 'none' && user !== undefined && user !== '' && !target.allowed)
    throw new SendProblem(SEND_PROBLEMS.plainPassword);
  const timeoutMs = guard.timeoutMs ?? SEND_TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  const { address } = await resolveTarget(target, signal, guard.resolver);
  const transport = openTransport(input, target, address, timeoutMs);
  try {
    const { from, to, subject, text, messageId } = input;
    // The signal bounds the whole exchange and closes its connection: a server that answers byte by byte gets no more
    // time.
    await transport.sendMail({ from, to: [...to], subject, text, messageId, headers: MACHINE, signal });
    return ACCEPTED;
  } catch (error) {
    throw problemOf(error);
  } finally {
    transport.close();
  }
}

/** Certificates are checked against the roots of Node and those of NODE_EXTRA_CA_CERTS. */
function openTransport(
  { security, user, password }: MailInput,
  { host, port }: Target,
  address: string,
  timeoutMs: number,
): Transporter {
  return createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate is the name's, not the address's.
    tls: isIP(host) > 0 ? {} : { servername: host },
    ...(user === undefined || user === '' ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function problemOf(error: unknown): SendProblem {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (code === 'EABORT') return new SendProblem(SEND_PROBLEMS.timedOut, null, error);
  if (code === 'EAUTH') return new SendProblem(SEND_PROBLEMS.login, status, error);
  if (code === 'ETLS') return new SendProblem(SEND_PROBLEMS.unencrypted, status, error);
  if (status !== null) return new SendProblem(written(SEND_PROBLEMS.mailStatus, { status }), status, error);
  return new SendProblem(wordFor(error), null, error);
}
