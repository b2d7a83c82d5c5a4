export type Removable =
  | { readonly kind: 'authenticator-app' }
  | { readonly kind: 'passkey'; readonly passkeyId: number; readonly name: string }
  | { readonly kind: 'single-sign-on'; readonly issuer: string };

type Factor =
  | { readonly kind: 'authenticator-app' }
  | { readonly kind: 'passkey'; readonly passkeyId: number }
  | { readonly kind: 'single-sign-on'; readonly issuer: string };

interface Removal {
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly factor: Factor;
}

const LAST = 'With the last second factor your recovery codes go too.';

/** What a removal says before it is made. Whether it locks the person out is the server's to judge. */
export function removalOf(removable: Removable): Removal {
  switch (removable.kind) {
    case 'authenticator-app':
      return {
        title: 'Remove the authenticator app?',
        label: 'Remove the app',
        text: `Its codes stop working here. Delete the entry in the app yourself. ${LAST}`,
        factor: removable,
      };
    case 'passkey':
      return {
        title: `Remove passkey ${removable.name}?`,
        label: 'Remove the passkey',
        text: `It stops working here. Delete it in your browser or on the device yourself. ${LAST}`,
        factor: { kind: 'passkey', passkeyId: removable.passkeyId },
      };
    case 'single-sign-on':
      return {
        title: 'Disconnect single sign-on?',
        label: 'Disconnect',
        text: `You no longer sign in here with ${removable.issuer}. You can connect it again.`,
        factor: removable,
      };
  }
}
