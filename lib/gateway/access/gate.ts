import type { BrokerContext, KnownAccessKey } from '../../broker';
import { type AccessNeed, describeAccessNeed, firstDenied } from '../../model/access/access-rule';
import type { Grant, SurfaceCall } from '../call';
import { callerOf } from '../caller';
import { CODE } from '../proto/codes';
import { WireError } from '../status';
import { type Credential, isSignedBy, namesNobody, parseAuthorization } from './authorization';
import { type AuthenticationFailure, FailureBrake } from './brake';
import { needsOf, type RpcName } from './needs';
import { parseSignedTime } from './signed-time';

const MISSING = 'This listener needs an access key, and the call carries none: configure access key and secret.';
/** One text for every reason: a caller cannot find out which keys exist. */
const NOT_ACCEPTED =
  'The access key is not accepted: unknown, disabled or expired, or its secret does not fit the signature.';
/** Signs for keys that do not exist, so that they take as long as keys that do. */
const UNKNOWN_KEY_SECRET = 'no key has this secret';

/** A refusal of credentials; the answer is held back for `delayMs`. */
export class AuthenticationError extends WireError {
  readonly delayMs: number;

  constructor(message: string, delayMs: number) {
    super(CODE.UNAUTHORIZED, message);
    this.delayMs = delayMs;
  }
}

type Caller = Pick<SurfaceCall, 'headers' | 'peer' | 'grant'>;

export interface GateRules {
  /** Calls without a key are refused. */
  readonly required: boolean;
  /** How far the time that a client signs may be from the database's. */
  readonly windowMs: number;
}

/** The one place that decides which client may call what. */
export class AccessGate {
  readonly #ctx: BrokerContext;
  readonly #brake: FailureBrake;
  readonly #rules: GateRules;

  constructor(ctx: BrokerContext, rules: GateRules) {
    this.#ctx = ctx;
    this.#brake = new FailureBrake(ctx);
    this.#rules = rules;
  }

  /** The caller, known from the headers alone, before the request is read. @throws AuthenticationError 40100 */
  authenticate(call: Caller): void {
    call.grant = this.#grantOf(call);
  }

  /** @throws AuthenticationError 40100; WireError 40300 naming topic or group and action */
  admit(rpc: RpcName, call: Caller, request: object): Grant {
    const grant = call.grant === undefined ? this.#grantOf(call) : call.grant;
    this.check(grant, needsOf(rpc, request));
    return grant;
  }

  /** Checked again for streams and held receives. @throws AuthenticationError 40100, WireError 40300 */
  check(grant: Grant, needs: readonly AccessNeed[]): void {
    if (grant === null) return;
    const key = this.#ctx.accessKeys.find(grant.accessKeyId);
    if (key === undefined || !isGood(key, grant.secretVersion)) throw new AuthenticationError(NOT_ACCEPTED, 0);
    const denied = firstDenied(key.rules, needs);
    if (denied === null) return;
    throw new WireError(
      CODE.FORBIDDEN,
      `The access key ${key.name} (${key.accessKeyId}) may not ${describeAccessNeed(denied)}.`,
    );
  }

  isGood(grant: Grant): boolean {
    if (grant === null) return true;
    const key = this.#ctx.accessKeys.find(grant.accessKeyId);
    return key !== undefined && isGood(key, grant.secretVersion);
  }

  #grantOf(call: Caller): Grant {
    const authorization = call.headers.get('authorization');
    if (namesNobody(authorization)) {
      if (!this.#rules.required) return null;
      throw this.#refuse(call, 'missing', null, MISSING);
    }
    const credential = parseAuthorization(authorization);
    if (credential === null) throw this.#refuse(call, 'malformed', null);
    const key = this.#ctx.accessKeys.find(credential.accessKeyId);
    const dateTime = call.headers.get('x-mq-date-time');
    const secretVersion = signingSecret(key, dateTime, credential);
    if (key === undefined) throw this.#refuse(call, 'unknown-key', null);
    const { accessKeyId, name } = key;
    if (secretVersion === null)
      throw this.#refuse(call, key.secrets.length === 0 ? 'unreadable' : 'wrong-signature', accessKeyId);
    if (!isGood(key, secretVersion)) throw this.#refuse(call, key.disabled ? 'disabled' : 'expired', accessKeyId);
    this.#checkTime(call, accessKeyId, dateTime);
    this.#ctx.accessKeys.noteUse(accessKeyId);
    return { accessKeyId, name, secretVersion };
  }

  /** Only for a valid signature: its details are for the owner of the key. */
  #checkTime(call: Caller, accessKeyId: string, dateTime: string): void {
    const signedMs = parseSignedTime(dateTime);
    if (signedMs === null) {
      const text = `x-mq-date-time must be a time like 20210309T195445Z; it is ${JSON.stringify(dateTime)}.`;
      throw this.#refuse(call, 'malformed-time', accessKeyId, text);
    }
    const nowMs = this.#ctx.accessKeys.nowMs;
    const { windowMs } = this.#rules;
    if (Math.abs(nowMs - signedMs) <= windowMs) return;
    const text =
      `The signature has expired or is from the future: x-mq-date-time must be at most ${windowMs / 60_000} minutes ` +
      `from the server's time, ${new Date(nowMs).toISOString()}; it is ${dateTime}. Set the clock of the client.`;
    throw this.#refuse(call, 'outside-window', accessKeyId, text);
  }

  #refuse(
    call: Pick<Caller, 'headers' | 'peer'>,
    reason: AuthenticationFailure,
    accessKeyId: string | null,
    text = NOT_ACCEPTED,
  ): AuthenticationError {
    const caller = callerOf(call);
    return new AuthenticationError(text, this.#brake.note({ reason, accessKeyId, address: call.peer, caller }));
  }
}

/** Always two signatures, however many secrets there are, so that the time reveals nothing. */
function signingSecret(key: KnownAccessKey | undefined, dateTime: string, credential: Credential): number | null {
  const [newest, old] = key?.secrets ?? [];
  const byNewest = isSignedBy(newest?.text ?? UNKNOWN_KEY_SECRET, dateTime, credential);
  const byOld = isSignedBy(old?.text ?? UNKNOWN_KEY_SECRET, dateTime, credential);
  if (byNewest && newest !== undefined) return newest.version;
  return byOld && old !== undefined ? old.version : null;
}

function isGood(key: KnownAccessKey, secretVersion: number): boolean {
  const nowMs = performance.now();
  const secret = key.secrets.find(({ version }) => version === secretVersion);
  return !key.disabled && key.endsAtMs > nowMs && secret !== undefined && secret.endsAtMs > nowMs;
}
