import type { Column } from '@/components/data-table/columns';

export const clientColumn: Column<{ readonly clientId: string }> = {
  id: 'client',
  header: 'Client',
  clip: true,
  cell: ({ clientId }) => (
    <span className="mono" title={clientId}>
      {clientId}
    </span>
  ),
};
