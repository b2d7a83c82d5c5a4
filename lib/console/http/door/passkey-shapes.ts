import { z } from 'zod';
import { msg } from '../../../model/language/t';

const base64Url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/, msg('{field} must be text in base64url.'));
const credential = {
  id: base64Url.max(1400),
  rawId: base64Url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};

/** What a browser says after it made a passkey. */
export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** What a browser says after it used one. */
export const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.optional(),
  }),
});

export const passkeyName = z.string().trim().min(1, msg('Enter a name.')).max(60);
