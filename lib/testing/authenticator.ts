import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Behaviour {
  /** The page that asks, as the browser says it. */
  origin: string;
  /** The finger, face or PIN was right. */
  verified: boolean;
  counter: number;
}

interface Question {
  readonly challenge: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** What browser and authenticator do together, in software: one passkey of the kind that every device makes (ES256). */
export class SoftAuthenticator {
  readonly behaviour: Behaviour;
  readonly id = randomBytes(16);
  userHandle = '';
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor(
    origin: string,
    private readonly host: string,
  ) {
    this.behaviour = { origin, verified: true, counter: 0 };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: kty EC2, alg ES256, crv P-256, x, y
    const coordinate = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')]);
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      coordinate(0x21, x),
      coordinate(0x22, y),
    ]);
  }

  make({ challenge, user }: Question & { readonly user: { readonly id: string } }) {
    this.userHandle = user.id;
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#publicKey]);
    const data = this.#data(HAS_KEY, credential);
    // {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal' as const],
      },
    };
  }

  use({ challenge }: Question) {
    const client = this.#client('webauthn.get', challenge);
    const data = this.#data(0);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.behaviour.origin, crossOrigin: false }));
  }

  #data(flags: number, credential = Buffer.alloc(0)): Buffer {
    const { verified, counter } = this.behaviour;
    const head = Buffer.alloc(5);
    head.writeUInt8(PRESENT | (verified ? VERIFIED : 0) | flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(this.host).digest(), head, credential]);
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
