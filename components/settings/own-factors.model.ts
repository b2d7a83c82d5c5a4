import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

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

const last = (): string => t('Removing your last second factor also removes your recovery codes.');

/** What a removal says before it is made. Whether it locks the person out is the server's to judge. */
export function removalOf(removable: Removable): Removal {
  switch (removable.kind) {
    case 'authenticator-app':
      return {
        title: t('Remove the authenticator app?'),
        label: t('Remove authenticator app'),
        text: sentences(t('Its codes stop working here. Delete the entry in the app yourself.'), last()),
        factor: removable,
      };
    case 'passkey':
      return {
        title: t('Remove passkey {name}?', { name: removable.name }),
        label: t('Remove passkey'),
        text: sentences(t('It stops working here. Delete it in your browser or on the device yourself.'), last()),
        factor: { kind: 'passkey', passkeyId: removable.passkeyId },
      };
    case 'single-sign-on':
      return {
        title: t('Disconnect single sign-on?'),
        label: t('Disconnect'),
        text: t('You can no longer sign in here with {issuer}. You can connect it again later.', {
          issuer: removable.issuer,
        }),
        factor: removable,
      };
  }
}
