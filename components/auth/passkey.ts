import { msg, t } from '@/lib/model/language/t';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { sendStep, type StepAnswer } from '@/components/session/ask-server';

/** Null: passkeys work at this address; else why not. */
export function reasonAgainstPasskeys(): string | null {
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return t('Passkeys need a host name. Open the console by its name, or as localhost, instead of an IP address.');
  if (!window.isSecureContext) return t('Passkeys need https.');
  return 'PublicKeyCredential' in window ? null : t('This browser does not support passkeys.');
}

const CANCELLED = msg(
  'The browser got no answer from a passkey: it was cancelled, timed out, or there is no passkey for this address.',
);

/** Loaded when a passkey is asked for: few pages ever do. */
const ways = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey and signs in with it. */
export async function signInWithPasskey(): Promise<StepAnswer<unknown>> {
  const asked = await sendStep<PublicKeyCredentialRequestOptionsJSON>('passkey/question', {});
  if (!asked.ok || asked.data === null) return asked;
  try {
    const { startAuthentication } = await ways();
    return await sendStep('passkey', await startAuthentication({ optionsJSON: asked.data }));
  } catch {
    return { ok: false, code: 'cancelled', message: t(CANCELLED) };
  }
}

/** What the server asks for of a new passkey. */
interface MadePasskey {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, unknown>;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: string[] | undefined;
  };
}

/** @returns what the authenticator made, or the sentence that says why it did not */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<MadePasskey | string> {
  try {
    const { startRegistration } = await ways();
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject, transports: transports?.map(String) },
    };
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    return known ? t('This authenticator already has a passkey for your account.') : t(CANCELLED);
  }
}

/** A first name for it; the person can change it. */
export function proposedName(): string {
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(navigator.userAgent)?.[0] ?? t('This device');
  return system === 'Mac OS X' ? 'Mac' : system;
}
