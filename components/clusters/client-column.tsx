import type { Column } from '@/components/data-table/columns';
import { t } from '@/lib/model/language/t';

export const clientColumn = (): Column<{ readonly clientId: string }> => ({
  id: 'client',
  header: t('Client'),
  clip: true,
  cell: ({ clientId }) => (
    <span className="mono" title={clientId}>
      {clientId}
    </span>
  ),
});
