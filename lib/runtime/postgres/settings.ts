export interface PostgresSettingsInput {
  readonly port: number;
  /** Only for throw-away test databases: never wait for the disk. */
  readonly throwAway: boolean;
}

/** Passed on the command line, so that what runs is what this file says. */
export function postgresSettings({ port, throwAway }: PostgresSettingsInput): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: throwAway ? '64MB' : '256MB',
    fsync: throwAway ? 'off' : 'on',
    full_page_writes: throwAway ? 'off' : 'on',
    synchronous_commit: 'on',
    wal_level: 'replica',
    // Throw-away data may be in memory.
    max_wal_size: throwAway ? '256MB' : '2GB',
    checkpoint_timeout: '10min',
    checkpoint_completion_target: '0.9',
    autovacuum_naptime: '5s',
    // One vacuum of a churning retry table must keep up with it.
    autovacuum_vacuum_cost_delay: '0',
    // Every partition of the message log takes a lock while retention or a wide search runs.
    max_locks_per_transaction: '256',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    cluster_name: 'redrive',
    restart_after_crash: 'on',
  };
}

export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
