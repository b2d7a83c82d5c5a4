// What the command line asks for.
import { type Language, LANGUAGES } from '../../lib/model/language/languages';
import { CLUSTER_PAGES } from './cluster-pages';
import { PAGES } from './pages';

const OPTIONS = ['scenes', 'shots', 'language'] as const;

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('--'));
const unknown = given.find((word) => word.startsWith('--') && !OPTIONS.some((name) => word.startsWith(`--${name}=`)));
if (unknown !== undefined) refuse(`Unknown option ${unknown}. The options are --${OPTIONS.join('=…, --')}=….`);

function listOf(option: (typeof OPTIONS)[number]): readonly string[] | undefined {
  return given
    .find((word) => word.startsWith(`--${option}=`))
    ?.slice(option.length + 3)
    .split(',');
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const NAMES = [...Object.keys(PAGES), ...Object.keys(CLUSTER_PAGES)];
export const chosen: ReadonlySet<string> = new Set(
  NAMES.filter(
    (name) => words.length === 0 || words.some((word) => (NAMES.includes(word) ? name === word : name.includes(word))),
  ),
);
if (chosen.size === 0) refuse(`No page is called like ${words.join(' or ')}.`);

const scenes = listOf('scenes');
const shots = listOf('shots');
export const areAllWanted = scenes === undefined;
export const isWanted = (night: string): boolean => scenes === undefined || scenes.includes(night);
export const isShot = (shot: string): boolean => shots === undefined || shots.includes(shot);

/** Pictures in all of them are taken at the same time. */
export const languages: readonly Language[] = (listOf('language') ?? ['en']).map(
  (text) =>
    LANGUAGES.find((language) => language === text) ??
    refuse(`--language must be ${LANGUAGES.join(' or ')}, or several with commas between (got "${text}").`),
);
