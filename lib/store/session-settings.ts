/**
 * Settings of every database session, sent with the connection itself. All time-outs are off by
 * default in Postgres: a stopped client would hold its rows for ever.
 */
const SHARED = {
  // No role and no database sets it: where it is missing, a pooler dropped all of these.
  'redrive.session': 'on',
  timezone: 'UTC',
  // Whatever the role or the database sets.
  search_path: 'public',
  // To compile a statement takes longer than any of ours runs.
  jit: 'off',
  // What functions read under a lock is what others committed before it: the server's default may be another one.
  default_transaction_isolation: 'read committed',
  // How times and bytes are written is part of what we read.
  datestyle: 'ISO',
  bytea_output: 'hex',
  synchronous_commit: 'on',
  // A client that is gone must not have its statement committed afterwards.
  client_connection_check_interval: '500ms',
  // The same for a machine that disappeared: by default its sessions would take up connections for two hours.
  tcp_user_timeout: '15s',
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
} as const;

export const BROKER_SESSION = {
  ...SHARED,
  // Planned once: with arrays for parameters Postgres plans again each time, which cost most of a single send.
  plan_cache_mode: 'force_generic_plan',
  // Hot tables are planned while small or empty and the plan stays cached: sends fell from 50k to
  // 10k per second with the default planner.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  // A function's result is estimated at 1000 rows: a hash join would read a whole queue to find 32 messages.
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '5s',
} as const;

export const CONSOLE_SESSION = {
  ...SHARED,
  // A page must not take further processors from the deliveries; to start helpers takes longer than it saves here.
  max_parallel_workers_per_gather: '0',
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '5s',
} as const;

/** The schema of views that show the letters of one cluster. */
export const IN_CLUSTER = 'in_cluster';

/** Statements find the views of the schema in_cluster first: the dead letters of this cluster alone. */
export function inClusterSession(clusterId: number, workspace: string): Readonly<Record<string, string>> {
  return {
    search_path: `${IN_CLUSTER},public`,
    'redrive.cluster': String(clusterId),
    'redrive.workspace': workspace,
  };
}

/** The schema of views that show what begins with certain prefixes. */
export const IN_TEAM = 'in_team';

/** Statements find the views of the schema in_team first. In hexadecimal: a prefix may have any letter. */
export function inTeamSession(prefixes: readonly string[]): Readonly<Record<string, string>> {
  return {
    search_path: `${IN_TEAM},public`,
    'redrive.scope': Buffer.from(JSON.stringify(prefixes)).toString('hex'),
  };
}

/** Of hints, which are lost with the server anyway: nothing waits for a disk. */
export const WAKE_SESSION = { ...SHARED, synchronous_commit: 'off', statement_timeout: '5s' } as const;

/**
 * Of a start that migrates: it waits for another one that does, and for its locks, whatever the role or the database
 * sets.
 */
export const MIGRATION_SESSION = {
  ...SHARED,
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
} as const;
