/** The facts of the business: the owner's own file, or those of a made-up one. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Business, Facts, Offer, OpenHours, Person, Quote } from '../../src/domain/business';
import { ToolError } from '../errors.ts';
import { parseOwnersJson } from '../ownersJson.ts';
import { proofOf } from './proof.ts';

const OWN = fileURLToPath(new URL('../../business.json', import.meta.url));
/** Stands in for the owner's file until there is one. */
export const MADE_UP = fileURLToPath(new URL('../seed/business.json', import.meta.url));

/** Something in the file is none of the facts it stands for; the message has a line for each. */
export class BusinessError extends ToolError {
  override name = 'BusinessError';
}

export interface BusinessFile {
  business: Business;
  /** What stands below the icon of the installed app; the name unless told. */
  shortName?: string | undefined;
  /** Null where the file has none of them. */
  facts: Facts | null;
  offer: Offer | null;
  team: Person[];
}

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS =
  /^([A-Z][a-z])(?:-([A-Z][a-z]))? ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** `Mo-Fr 08:00-17:00`, schema.org's form of `openingHours`; undefined for anything else. */
function hoursFrom(text: string): OpenHours | undefined {
  const [, first, last = first, opens = '', closes = ''] = HOURS.exec(text) ?? [];
  const [from, to] = [first, last].map((day) => DAYS.findIndex((name) => name.slice(0, 2) === day));
  const days = from! < 0 ? [] : DAYS.slice(from, to! + 1);
  return days.length > 0 && opens < closes ? { days, opens, closes } : undefined;
}

type Issue = { input: unknown; expected: string | null };

/** Text that is right; `like` is an example. */
const text = (isRight: (text: string) => boolean = () => true, like = '') =>
  v.pipe(
    v.string('is no text'),
    v.trim(),
    v.nonEmpty('is empty'),
    v.check(
      isRight,
      ({ input }: Issue) => `is ${JSON.stringify(input)}, which is not like ${like}`,
    ),
  );
const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }: Issue) =>
    expected === 'never'
      ? 'is not one of the fields in docs/deploy.md: is it spelled right?'
      : expected === 'Object'
        ? 'is no object'
        : 'is missing',
  );
const degrees = (most: number) =>
  v.pipe(
    v.number('is no number'),
    v.minValue(-most, `is below -${most}`),
    v.maxValue(most, `is above ${most}`),
  );

const Words = text();
const Address = text((url) => url.startsWith('https://') && URL.canParse(url), 'https://…');
const Phone = text(
  (number) => /^\+[\d ().-]+$/.test(number) && /^\d{10,15}$/.test(number.replaceAll(/\D/g, '')),
  '+1 (470) 555-0142',
);

const File = object({
  name: Words,
  shortName: v.optional(Words),
  phone: Phone,
  whatsapp: v.optional(Phone),
  instagram: Address,
  facebook: Address,
  tiktok: Address,
  mapsUrl: Address,
  area: Words,
  locality: Words,
  region: Words,
  geo: v.optional(object({ latitude: degrees(90), longitude: degrees(180) })),
  hours: v.optional(
    v.pipe(
      v.array(
        text((hours) => hoursFrom(hours) !== undefined, 'Mo-Fr 08:00-17:00'),
        'is no list',
      ),
      v.nonEmpty('is empty'),
      v.transform((list) => list.map((hours) => hoursFrom(hours)!)),
    ),
  ),
  license: v.optional(Words),
  insurance: v.optional(Words),
  warranty: v.optional(Words),
  priceRange: v.optional(Words),
  email: v.optional(text((email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), 'us@example.com')),
  street: v.optional(Words),
  responseTime: v.optional(Words),
  estimate: v.optional(Words),
  priceGuide: v.optional(Words),
  team: v.optional(
    v.pipe(
      v.array(
        object({
          name: Words,
          years: v.optional(
            v.pipe(
              v.number('is no number'),
              v.integer('is no whole number'),
              v.minValue(1, 'is below 1'),
              v.maxValue(80, 'is above 80'),
            ),
          ),
          photo: v.optional(
            text(
              (file) =>
                /^\/[\w/-]+\.(avif|webp|jpe?g|png)$/.test(file) && existsSync(PUBLIC + file),
              '/team/ana.jpg, a file in public/',
            ),
          ),
        }),
        'is no list',
      ),
      v.nonEmpty('is empty'),
      v.maxLength(3, 'are more than three'),
    ),
  ),
  questions: v.optional(
    v.pipe(
      v.array(object({ question: Words, answer: Words }), 'is no list'),
      v.minLength(3, 'are fewer than three'),
      v.maxLength(6, 'are more than six'),
    ),
  ),
});

/** Reads a file of facts, the owner's unless told. Throws `BusinessError`. */
export function readBusiness(file = existsSync(OWN) ? OWN : MADE_UP): BusinessFile {
  const { success, output, issues } = v.safeParse(File, parseJson(file));
  if (!success) {
    const lines = issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
    throw new BusinessError(
      `${path.basename(file)} (docs/deploy.md says what is in it):\n${lines.join('\n')}`,
    );
  }
  const { shortName, team, responseTime, estimate, priceGuide, ...known } = output;
  const { hours, license, insurance, warranty, priceRange, email, street, questions, ...rest } =
    known;
  const facts = { hours, license, insurance, warranty, priceRange, email, street, questions };
  const offer = { responseTime, estimate, priceGuide };
  return {
    business: { ...rest, whatsapp: rest.whatsapp ?? rest.phone },
    shortName,
    facts: isAnyGiven(facts) ? facts : null,
    offer: isAnyGiven(offer) ? offer : null,
    team: team ?? [],
  };
}

const isAnyGiven = (facts: object) => Object.values(facts).some((fact) => fact !== undefined);

/** What the reviews tell when the site is built. */
export interface Voices {
  rating?: Facts['rating'];
  quotes?: Quote[];
}

/** The facts as compile-time constants (src/env.d.ts). */
export const businessConstants = (
  { business, facts, offer, team }: BusinessFile,
  { rating, quotes = [] }: Voices = {},
) => ({
  __BUSINESS__: JSON.stringify(business),
  __FACTS__: JSON.stringify(facts && { ...facts, ...(rating && { rating }) }),
  __HAS_STREET__: JSON.stringify(facts?.street !== undefined),
  __OFFER__: JSON.stringify(offer),
  __TEAM__: JSON.stringify(team),
  __PROOF__: JSON.stringify(proofOf({ ...facts, ...(rating && { rating }) })),
  __QUOTES__: JSON.stringify(quotes),
});

function parseJson(file: string): unknown {
  try {
    return parseOwnersJson(path.basename(file), readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BusinessError((error as Error).message);
  }
}
