import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

const GIB = 1024 ** 3;

export function describeMachine(): Record<string, string | number> {
  return {
    system: `${platform()} ${release()}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / GIB),
  };
}

export function describeVersions(): Record<string, string> {
  const peers = JSON.parse(readFileSync(join('bench', 'peers', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const pom = readFileSync(join('e2e', 'rocketmq', 'server', 'pom.xml'), 'utf8');
  return {
    redrive: `${own.version} (${answerOf('git', ['rev-parse', '--short', 'HEAD'])})`,
    node: process.version,
    'Apache RocketMQ': /<rocketmq\.version>([^<]+)/.exec(pom)?.[1] ?? 'unknown',
    ...peers.dependencies,
    go: answerOf('go', ['env', 'GOVERSION']),
    java: /"([^"]+)"/.exec(answerOf('java', ['-version']))?.[1] ?? 'not here',
  };
}

function answerOf(command: string, args: readonly string[]): string {
  try {
    // Java tells its version on stderr.
    return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', command, ...args], { encoding: 'utf8' }).trim();
  } catch {
    return 'not here';
  }
}
