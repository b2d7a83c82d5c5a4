import { expect, test } from 'vitest';

import { createSecret, equalSecrets, hashSecret } from './secret-token';

test('a secret equals itself alone: not its beginning, not more of it, not in other letters', () => {
  const { secret, hash } = createSecret('rdt_');
  expect(equalSecrets(secret, secret)).toBe(true);
  for (const other of ['', secret.slice(0, -1), secret.slice(0, 8), `${secret}x`, secret.toUpperCase()])
    expect(equalSecrets(other, secret)).toBe(false);
  expect(hash.equals(hashSecret(secret))).toBe(true);
  expect(createSecret('rdt_').secret).not.toBe(secret);
});
