import { between, t } from '@/lib/model/language/t';
import { Banner } from '@/components/ui/banner';
import { moreRemovedWords } from './dead-letter-retention.model';
import type { RetentionEditor } from './use-retention-editor';

/** First on the page while a change removes dead letters that would stay. */
export function RetentionWarning({ editor }: { readonly editor: RetentionEditor }) {
  const { forecast, forecastNow, dirty } = editor;
  const words =
    !dirty || forecast.isPrevious || forecast.data === undefined || forecastNow.data === undefined
      ? null
      : moreRemovedWords(forecastNow.data, forecast.data);
  return words === null ? null : (
    <Banner tone="danger">
      <b>{words}</b>
      {between()}
      {t('Removed dead letters cannot be restored.')}
    </Banner>
  );
}
