import { msg } from '../../../model/language/t';

const UNTRUSTED = msg(
  `its certificate was not accepted: this machine does not trust its issuer; set NODE_EXTRA_CA_CERTS to the file of
    your own CA`,
);
const NOT_ACCEPTED = msg('its certificate was not accepted');

const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: msg('its certificate was not accepted: it has expired'),
  CERT_NOT_YET_VALID: msg('its certificate was not accepted: it is not valid yet'),
  ERR_TLS_CERT_ALTNAME_INVALID: msg('its certificate was not accepted: it is issued for another name'),
};

export const CERTIFICATE_PROBLEMS: readonly string[] = [NOT_ACCEPTED, ...Object.values(WORDS)];

/** What is wrong with the certificate of the other side, by the code of OpenSSL or Node; null: it is something else. */
export function certificateProblem(code: string): string | null {
  const known = WORDS[code];
  if (known !== undefined) return known;
  return /CERT|TLS|SSL|ALTNAME|UNABLE_TO/.test(code) ? NOT_ACCEPTED : null;
}
