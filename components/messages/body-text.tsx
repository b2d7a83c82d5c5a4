import { layOutJson, MOST_LAID_OUT, MOST_LINES, type TooLong } from '@/lib/model/json/json-layout';
import styles from './messages.module.css';
import { VisibleText } from './visible-text';
import { t } from '@/lib/model/language/t';

interface BodyTextProps {
  readonly text: string;
  readonly className: string | undefined;
  readonly label: string;
  /** Each kind of JSON value in its colour. */
  readonly coloured?: boolean;
}

/** Above this, one coloured span per token is more than a page should carry. */
const MOST_COLOURED = 20_000;

/** The text of a body: JSON indented, unless that would be too long. */
export function BodyText({ text, className, label, coloured = false }: BodyTextProps) {
  const layout = layOutJson(text);
  return (
    <>
      {layout.kind === 'too-long' ? <ShownAsReceived {...layout} /> : null}
      <pre className={className} tabIndex={0} aria-label={label}>
        {layout.kind !== 'laid-out' ? (
          <VisibleText text={text} />
        ) : !coloured || text.length > MOST_COLOURED ? (
          <VisibleText text={layout.tokens.map((token) => token.text).join('')} />
        ) : (
          layout.tokens.map((token, index) => {
            // a token of a body that never changes is its place
            const key = index;
            return token.kind === 'space' ? (
              token.text
            ) : (
              <span key={key} className={styles[token.kind]}>
                <VisibleText text={token.text} />
              </span>
            );
          })
        )}
      </pre>
    </>
  );
}

/** Why JSON is not indented. */
export function ShownAsReceived({ characters, lines }: Pick<TooLong, 'characters' | 'lines'>) {
  return (
    <p className="small text-2">
      {lines === null
        ? t(
            `Shown as received: indented, it would have more than {characters, number} characters (limit: {most,
            number}).`,
            {
              characters,
              most: MOST_LAID_OUT,
            },
          )
        : characters > MOST_LAID_OUT
          ? t('Shown as received: indented, it would have {characters, number} characters (limit: {most, number}).', {
              characters,
              most: MOST_LAID_OUT,
            })
          : t('Shown as received: indented, it would have {lines, number} lines (limit: {most, number}).', {
              lines,
              most: MOST_LINES,
            })}
    </p>
  );
}
