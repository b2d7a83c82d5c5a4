import { generate } from 'selfsigned';

import type { Certificate } from '../../../lib/gateway/certificate';

const OPTIONS = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** As an operator has it: of an authority that the clients are set to trust. */
export async function issueCertificate(): Promise<Certificate & { readonly authorityPem: string }> {
  const authority = await generate([{ name: 'commonName', value: 'authority of a test' }], {
    ...OPTIONS,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'gateway of a test' }], {
    ...OPTIONS,
    ca: { cert: authority.cert, key: authority.private },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return { certPem: cert, keyPem: key, authorityPem: authority.cert };
}
