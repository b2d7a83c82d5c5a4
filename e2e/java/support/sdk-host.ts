import { type SdkHost, startSdkHost } from '../../sdks/support/host';
import { SHORT_LIVED } from './build';

export type { SdkError as JavaError, SdkHost as JavaHost, SdkReceived as JavaReceived } from '../../sdks/support/host';

/** A JVM with clients of the official Java SDK that talk to this port. */
export async function startJavaHost(classpath: string, port: number): Promise<SdkHost> {
  return startSdkHost({
    command: 'java',
    args: (home) => [
      '-Xmx256m',
      ...SHORT_LIVED,
      `-Duser.home=${home}`,
      '-cp',
      classpath,
      'redrive.SdkHost',
      `127.0.0.1:${port}`,
    ],
  });
}
