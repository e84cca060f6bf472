import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Business, Facts, Offer, OpenHours, Person, Quote } from '../../src/contract/business';
import { ToolError } from '../toolErrors.ts';
import { parseOwnersJson } from '../ownersJson.ts';
import { proofOf } from './proof.ts';

const OWN = fileURLToPath(new URL('../../business.json', import.meta.url));
/** The sample, which is used until the owner's file exists. */
export const MADE_UP = fileURLToPath(new URL('../seed/business.json', import.meta.url));

export interface BusinessFile {
  business: Business;
  /** The name below the icon of the installed app. If it is missing, the business's name is used. */
  shortName?: string | undefined;
  /** The facts that build trust; null if the file has none of them. */
  facts: Facts | null;
  offer: Offer | null;
  team: Person[];
}

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS =
  /^([A-Z][a-z])(?:-([A-Z][a-z]))? ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Reads `Mo-Fr 08:00-17:00`, schema.org's form of `openingHours`; undefined for anything else. */
function hoursFrom(text: string): OpenHours | undefined {
  const [, first, last = first, opens = '', closes = ''] = HOURS.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const from = indexOfDay(first);
  const to = indexOfDay(last);
  const areDaysRight = from >= 0 && to >= from;
  if (!areDaysRight || opens >= closes) return undefined;
  return { days: DAYS.slice(from, to + 1), opens, closes };
}

/** The place in `DAYS` of a day such as `Mo`; -1 if there is no such day. */
const indexOfDay = (short: string) => DAYS.findIndex((name) => name.startsWith(short));

/** Fields of earlier versions of this file, and the names of the networks. */
const NOW_PROFILES: Record<string, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'Tiktok',
};

type Issue = { input: unknown; expected: string | null };

/** A text that passes the test. `like` is an example for the message. */
const text = (isRight: (text: string) => boolean = () => true, like = '') =>
  v.pipe(
    v.string('must be a text in quotes ("…")'),
    v.trim(),
    v.nonEmpty('is empty'),
    v.check(
      isRight,
      ({ input }: Issue) => `is ${JSON.stringify(input)}, but must be written like ${like}`,
    ),
  );
/** An object with these fields and no others. */
const object = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ input, expected }: Issue) => {
    if (expected === 'never') {
      const name = NOW_PROFILES[String(input)];
      if (name)
        return `is now in a list: "profiles": [{ "name": "${name}", "url": "https://…" }, …]`;
      return 'is not one of the fields in docs/deploy.md: check how it is spelled';
    }
    return expected === 'Object' ? 'must be written between { and }' : 'is missing';
  });
const list = <Entry extends v.GenericSchema>(entry: Entry, most: number) =>
  v.pipe(
    v.array(entry, 'must be a list, written between [ and ]'),
    v.nonEmpty('is empty'),
    v.maxLength(most, `has more than ${most} entries`),
  );
const degrees = (most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.minValue(-most, `must not be below -${most}`),
    v.maxValue(most, `must not be above ${most}`),
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
  profiles: v.optional(list(object({ name: Words, url: Address }), 6)),
  googleReviews: v.optional(Address),
  mapsUrl: Address,
  area: Words,
  locality: Words,
  region: Words,
  postalCode: v.optional(text((code) => /^\d{5}(?:-\d{4})?$/.test(code), '30043')),
  towns: v.optional(list(Words, 50)),
  geo: v.optional(object({ latitude: degrees(90), longitude: degrees(180) })),
  hours: v.optional(
    v.pipe(
      list(
        text((hours) => hoursFrom(hours) !== undefined, 'Mo-Fr 08:00-17:00'),
        14,
      ),
      v.transform((list) => list.map((hours) => hoursFrom(hours)!)),
    ),
  ),
  license: v.optional(Words),
  insurance: v.optional(Words),
  warranty: v.optional(Words),
  // Google shows none that is longer.
  priceRange: v.optional(v.pipe(Words, v.maxLength(100, 'is longer than 100 characters'))),
  email: v.optional(
    text((email) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email), 'us@example.com'),
  ),
  street: v.optional(Words),
  responseTime: v.optional(Words),
  estimate: v.optional(Words),
  priceGuide: v.optional(Words),
  team: v.optional(
    list(
      object({
        name: Words,
        years: v.optional(
          v.pipe(
            v.number('must be a number'),
            v.integer('must be a whole number'),
            v.minValue(1, 'must not be below 1'),
            v.maxValue(80, 'must not be above 80'),
          ),
        ),
        photo: v.optional(
          text(
            (file) => /^\/[\w/-]+\.(avif|webp|jpe?g|png)$/.test(file) && existsSync(PUBLIC + file),
            '/team/ana.jpg, a file in public/',
          ),
        ),
      }),
      3,
    ),
  ),
  questions: v.optional(
    v.pipe(
      list(object({ question: Words, answer: Words }), 6),
      v.minLength(3, 'has fewer than 3 entries'),
    ),
  ),
});

/** Reads a file of facts; by default the owner's, or the sample if there is none. Throws a `ToolError` with a
 * line for each mistake. */
export function readBusiness(file = existsSync(OWN) ? OWN : MADE_UP): BusinessFile {
  const { success, output, issues } = v.safeParse(
    File,
    parseOwnersJson(path.basename(file), readFileSync(file, 'utf8')),
  );
  if (!success) {
    const lines = issues.map((issue) => `  ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`);
    throw new ToolError(
      `${path.basename(file)} has mistakes. Correct these fields (docs/deploy.md, "The business's facts", explains them):\n${lines.join('\n')}`,
    );
  }
  const { shortName, team, profiles = [], responseTime, estimate, priceGuide, ...known } = output;
  const { hours, license, insurance, warranty, priceRange, email, street, questions, ...rest } =
    known;
  const facts = { hours, license, insurance, warranty, priceRange, email, street, questions };
  const offer = { responseTime, estimate, priceGuide };
  return {
    business: { ...rest, profiles, whatsapp: rest.whatsapp ?? rest.phone },
    shortName,
    facts: isAnyGiven(facts) ? facts : null,
    offer: isAnyGiven(offer) ? offer : null,
    team: team ?? [],
  };
}

const isAnyGiven = (facts: object) => Object.values(facts).some((fact) => fact !== undefined);

export interface Voices {
  rating?: Facts['rating'];
  quotes?: Quote[];
}

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
