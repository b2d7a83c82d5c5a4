export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startConsoleNode } = await import('./lib/runtime/console-node');
  await startConsoleNode();
}
