import { generate } from 'selfsigned';

export interface Issued {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface Authority extends Issued {
  /** A certificate for a name. `days`: valid until so many days from now; less than 0: it has expired. */
  issue(name: string, days?: number): Promise<Issued>;
}

const DAY_MS = 86_400_000;
const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** A certificate authority that is not trusted by default, such as a company's own. */
export async function createAuthority(commonName = 'Test authority'): Promise<Authority> {
  const root = await generate([{ name: 'commonName', value: commonName }], {
    ...EC,
    notAfterDate: new Date(Date.now() + DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const ca = { key: root.private, cert: root.cert };
  return {
    certPem: root.cert,
    keyPem: root.private,
    issue: async (name, days = 1) => {
      const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
        ...EC,
        ca,
        notBeforeDate: new Date(Date.now() - 30 * DAY_MS),
        notAfterDate: new Date(Date.now() + days * DAY_MS),
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true },
          { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
        ],
      });
      return { certPem: cert, keyPem: key };
    },
  };
}
