import 'server-only';
import { z } from 'zod';
import { confirmTotp, beginTotp } from '../../../auth/factors/own-totp';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type NewPasskey,
  signInWithPasskey,
  type UsedPasskey,
} from '../../../auth/factors/passkeys';
import { finishEnrolment, requireEnrolling } from '../../../auth/factors/enrol';
import { provideCode } from '../../../auth/factors/second-factor';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { getRuntime } from '../../../runtime/singleton';
import { madePasskey, passkeyName, usedPasskey } from './passkey-shapes';
import { parseInput } from '../parse-input';
import { readBody } from '../read-body';
import { setEntry, setQuestion } from '../session-cookie';
import { browserOf, questionTokensOf, siteOf, stepTokensOf } from '../visitor';
import { atTheDoor, plain, SIGNED_IN } from './at-the-door';
import { tooManyWords } from './too-many';

/** One code of an app, or a recovery code. */
export function sendCode(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { code } = parseInput(z.strictObject({ code: z.string().max(100) }), await readBody(request));
    const { store, ctx } = getRuntime();
    const stepTokens = stepTokensOf(request.headers);
    const outcome = await provideCode(store, ctx.seal, { stepTokens, code }, browserOf(request.headers));
    if (outcome.kind === 'refused')
      throw new BrokerError('unauthorized', told('This code is wrong or was already used. Wait for the next one.'));
    if (outcome.kind === 'too-many') throw new BrokerError('too-many-requests', tooManyWords());
    if (outcome.kind === 'expired')
      throw new BrokerError(
        'conflict',
        told('This sign-in took too long, or there were too many wrong codes. Sign in again.'),
      );
    await setEntry(outcome);
    return new Response(null, SIGNED_IN);
  });
}

/** The question for an authenticator, before or after a password. */
export function askPasskey(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { headers } = request;
    const site = siteOf(headers);
    const asked = await beginPasskeySignIn(getRuntime().store, site, browserOf(headers), stepTokensOf(headers));
    await setQuestion(asked.token);
    return plain(asked.options);
  });
}

export function usePasskey(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { headers } = request;
    const response = parseInput(usedPasskey, await readBody(request)) as UsedPasskey['response'];
    const given = { response, tokens: questionTokensOf(headers), stepTokens: stepTokensOf(headers) };
    const entry = await signInWithPasskey(getRuntime().store, siteOf(headers), given, browserOf(headers));
    if (entry === null)
      throw new BrokerError(
        'unauthorized',
        told('This passkey does not open an account here. Try another way to sign in.'),
      );
    await setEntry(entry);
    return new Response(null, SIGNED_IN);
  });
}

/** The first second factor of a person who may not come in without one. */
export function enrolApp(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { store, ctx } = getRuntime();
    const owner = await requireEnrolling(store, stepTokensOf(request.headers), browserOf(request.headers));
    return plain(await beginTotp(store, ctx.seal, owner));
  });
}

export function finishApp(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { code } = parseInput(z.strictObject({ code: z.string().max(100) }), await readBody(request));
    const { store, ctx } = getRuntime();
    const { entry, recoveryCodes } = await finishEnrolment(
      store,
      stepTokensOf(request.headers),
      browserOf(request.headers),
      { method: 'password+code', add: (db, owner) => confirmTotp(db, ctx.seal, owner, code) },
    );
    await setEntry(entry);
    return plain({ recoveryCodes });
  });
}

export function enrolPasskey(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { headers } = request;
    const { store } = getRuntime();
    const owner = await requireEnrolling(store, stepTokensOf(headers), browserOf(headers));
    const asked = await beginPasskey(store, owner, siteOf(headers), browserOf(headers));
    await setQuestion(asked.token);
    return plain(asked.options);
  });
}

export function finishPasskey(request: Request): Promise<Response> {
  return atTheDoor(request, async () => {
    const { headers } = request;
    const body = z.strictObject({ name: passkeyName, response: madePasskey });
    const { name, response } = parseInput(body, await readBody(request));
    const made = { name, response: response as NewPasskey['response'], tokens: questionTokensOf(headers) };
    const { entry, recoveryCodes } = await finishEnrolment(
      getRuntime().store,
      stepTokensOf(headers),
      browserOf(headers),
      { method: 'passkey', add: (db, owner) => addPasskey(db, owner, siteOf(headers), made) },
    );
    await setEntry(entry);
    return plain({ recoveryCodes });
  });
}
