/** Called by Next once per process, at the first request. The launcher (lib/cli/console.mjs) reports what fails. */
export async function register(): Promise<void> {
  // In development the launcher starts the broker, so that it can start it again (lib/cli/dev).
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NODE_ENV === 'development') return;
  const { startConsole } = await import('./lib/runtime/start-console');
  await startConsole().catch(() => undefined);
}
