import { visiblePieces } from './body.model';
import styles from './messages.module.css';
import { t } from '@/lib/model/language/t';

/** Text nodes only; what would not show is shown by its code. */
export function VisibleText({ text }: { readonly text: string }) {
  return visiblePieces(text).map((piece, index) => {
    // the pieces of one text have no identity but their place
    const key = index;
    return piece.code === null ? (
      <span key={key}>{piece.text}</span>
    ) : (
      <span key={key} className={styles.code} title={t('invisible character')}>
        {piece.code}
      </span>
    );
  });
}
