import { expect, test } from 'vitest';

import { announceGateway } from './announce';
import { readConfig } from './config';
import { forTerminal } from './terminal';

const says = (env: NodeJS.ProcessEnv) =>
  forTerminal(() => announceGateway(readConfig({ REDRIVE_HOST: '10.0.0.4' }))[0], env);

test('the start of a server is shown in the language of the terminal, and in English where it has none', () => {
  expect(says({ LANG: 'zh_CN.UTF-8' } as never)).toMatch(/^10\.0\.0\.4:8081 上的 RocketMQ 客户端需要访问密钥/);
  expect(says({ LANG: 'zh_CN.UTF-8', LC_ALL: 'ja_JP.UTF-8' } as never)).toMatch(/アクセスキーが必要です/);
  for (const env of [{}, { LANG: 'C.UTF-8' }, { LANG: 'de_DE.UTF-8' }, { LC_ALL: '', LANG: 'en_GB' }])
    expect(says(env as never)).toMatch(/^RocketMQ clients on 10\.0\.0\.4:8081 need an access key/);
});
