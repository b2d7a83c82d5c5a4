import type { Environment } from '@/lib/model/workspace';
import styles from './environment-mark.module.css';

/** The square of an environment, beside its word. Undefined: this installation, which names none. */
export function EnvironmentMark({ environment }: { readonly environment: Environment | undefined }) {
  return <i className={styles.mark} data-environment={environment} aria-hidden="true" />;
}
