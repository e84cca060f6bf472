/** The owner's mail: what stands in its subject, what its buttons do, and that a visitor's text stays text. */
import { describe, expect, it, test } from 'vitest';
import { townOf } from '../../functions/src/core/leadFields';
import {
  digestOf,
  messageOf,
  numbersOf,
  suspicionOf,
  type Background,
  type JudgedEvent,
} from '../../functions/src/core/mailTexts';

const ID = '4821930576';
const HOUR = 3_600_000;
const services = [
  ['kitchen', 'Kitchen cabinets'],
  ['bath', 'Bathroom vanity'],
  ['island', 'Kitchen island'],
  ['paint', 'Refinishing-and-painting'],
].map(([id, name]) => ({ id, name }));
const fields = {
  name: 'Ana Torres',
  email: 'ana@example.com',
  phone: '(404) 555-0132',
  address: '214 Pike Street, Lawrenceville, GA 30046',
  categories: ['kitchen'],
  description: 'Oak doors,\n  from 1998',
};
const background: Background = {
  serviceTypes: services,
  thumbnails: new Map(),
  messageIdHost: 'cabinets.web.app',
  ownerPage: 'https://cabinets.web.app/owner',
  now: 0,
  waiting: 0,
  isAgain: false,
};
const event = (change: object = {}, kind: JudgedEvent['kind'] = 'text', id = ID): JudgedEvent => ({
  id,
  kind,
  fields: { ...fields, ...change },
  time: 0,
  created: 0,
  suspicion: undefined,
});
const subject = (change: object) => messageOf(event(change), background).subject;

describe('the subject', () => {
  it.each<[shown: string, change: object]>([
    ['Ana Torres · Kitchen · Lawrenceville', {}],
    ['Ana Torres · Kitchen +2 · Lawrenceville', { categories: ['kitchen', 'bath', 'island'] }],
    [
      'Ana · Kitchen cabinets +2 · Dacula',
      { name: 'Ana', address: 'Dacula', categories: ['kitchen', 'bath', 'island'] },
    ],
    [
      'Ana · Bathroom vanity, Kitchen island',
      { name: 'Ana', address: '', categories: ['bath', 'island'] },
    ],
    // Of one word, a part is shown as such.
    ['Ana Torres · Refinishing… · Lawrencevil…', { categories: ['paint'] }],
    ['Ana Torres · Oak doors… · Lawrenceville', { categories: [] }],
    // What is no service of ours is no heading.
    ['Ana Torres · Oak doors… · Lawrenceville', { categories: ['Sign in again'] }],
    ['Ana Torres · Kitchen cabinets · Dacula', { address: 'Dacula' }],
    ['Ana Torres · Kitchen cabinets', { address: '' }],
    ['A visitor · Kitchen · Lawrenceville', { name: '' }],
    ['Maximiliana… · Kitchen · Lawrenceville', { name: 'Maximiliana Featherstonehaugh-Chevalier' }],
    ['Xxxxxxxxxxxxx… · Kitchen · Lawrenceville', { name: `X${'x'.repeat(4999)}` }],
    ['Zoë 李 👩‍👩‍👧‍👦 · Kitchen · Lawrenceville', { name: 'Zoë 李 👩‍👩‍👧‍👦' }],
  ])('has who, what and where in its first 40 characters: %s', (shown, change) => {
    expect(subject(change)).toBe(`${shown} · #${ID}`);
    expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(40);
  });

  it('has no control of the direction of text, and everything else of a name', () => {
    const controls = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    expect(subject({ name: `A${controls}na\u200d ‘T’` })).toBe(
      `Ana\u200d ‘T’ · Kitchen · Lawrenceville · #${ID}`,
    );
    const digest = digestOf([event({ name: `A${controls}na` })], 'd', background);
    expect(digest.subject).toBe('1 request in one mail: Ana');
  });
});

test.each([
  ['12 Oak Street, Lawrenceville, GA 30043', 'Lawrenceville'],
  ['12 Oak St Lawrenceville GA 30043', 'Lawrenceville'],
  ['12 Oak St, Apt 4, Lawrenceville, Georgia 30043, USA', 'Lawrenceville'],
  ['12 Oak Street Apt 4\nLawrenceville, GA', 'Lawrenceville'],
  ['12 Peachtree St NE Atlanta', 'Atlanta'],
  ['PO Box 12, Dacula, GA', 'Dacula'],
  ['Suwanee, GA', 'Suwanee'],
  ['742 Evergreen Terrace', '742 Evergreen Terrace'],
  ['12 Oak St, GA 30043', '12 Oak St'],
  ['רחוב הרצל 5, תל אביב', 'תל אביב'],
  ['١٢ شارع البلوط، Duluth, GA 30096', 'Duluth'],
  // As people write them.
  ['123 Main St Lawrenceville, Ga 30046', 'Lawrenceville'],
  ['123 Main St Lawrenceville, ga', 'Lawrenceville'],
  ['123 Main St Lawrenceville, Ga.', 'Lawrenceville'],
  ['123 Main St, Lawrenceville, Ga. 30046, United States', 'Lawrenceville'],
  ['123 Main St, Lawrenceville, U.S.A.', 'Lawrenceville'],
  ['123 Main St, Lawrenceville GA, 30046-1234', 'Lawrenceville'],
  ['123 Main St, Lawrenceville georgia 30046', 'Lawrenceville'],
  ['123 MAIN ST LAWRENCEVILLE GA', 'LAWRENCEVILLE'],
  ['123 Main St. Lawrenceville Ga', 'Lawrenceville'],
  ['123 Main St, Building 2, Lawrenceville', 'Lawrenceville'],
  ['123 Main St Unit B Lawrenceville', 'Lawrenceville'],
  ['123 Main St, Lawrenceville, GA, Unit B', 'Lawrenceville'],
  ['123 Main St, Riverside Estates, Lawrenceville, GA', 'Lawrenceville'],
  ['Main Street, Lawrenceville, GA', 'Lawrenceville'],
  ['12 Oak Ct Sugar Hill GA 30518', 'Sugar Hill'],
  ['12 Oak Ct', '12 Oak Ct'],
  ['12 OAK CT, LAWRENCEVILLE', 'LAWRENCEVILLE'],
  ['12 Peachtree Rd NE, Atlanta, GA', 'Atlanta'],
  ['12 Ave of the Oaks, Snellville', 'Snellville'],
  ['Lawrenceville, 12 Oak Street', 'Lawrenceville'],
  ['12 Oak St, behind the old church by the river', '12 Oak St'],
  ['12 Oak St, gate code 1234', '12 Oak St'],
  ['Ga', ''],
  ['30043', ''],
  ['', ''],
  [undefined, ''],
])('the address %j is in "%s"', (address, town) => {
  expect(townOf({ address })).toBe(town);
});

/** The words and addresses of the links of a mail, as a mail program reads them. */
function linksOf(html: string): [words: string, href: string][] {
  const links = [...html.matchAll(/<a\s+href="([^"]*)"[^>]*>([\s\S]*?)<\/a/g)];
  return links.map(([, href = '', words = '']) => [
    plain(words.replaceAll(/<[^>]*>/g, '')).trim(),
    plain(href),
  ]);
}

const plain = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const FOOT = [
  'Your own page: publish a work, take a review down',
  'https://cabinets.web.app/owner',
] as const;

test('the last link of each mail is the owner’s page; the text ends with the visitor’s words', () => {
  const mails = [
    messageOf(event(), background),
    messageOf(event({}, 'pictures'), background),
    digestOf([event(), event({}, 'pictures')], 'd', background),
    numbersOf([event()], 'n', background),
  ];
  for (const { html, text } of mails) {
    const links = linksOf(html);
    expect(links.at(-1)).toEqual(FOOT);
    expect(links.filter(([, href]) => href === FOOT[1])).toHaveLength(1);
    // But for the link to a request whose words a mail leaves out.
    expect(text).not.toMatch(/\/owner(?!#request-)/);
  }
  expect(mails[0]!.text).toMatch(/\n\nOak doors,\n {2}from 1998\n$/);
});

test('call, WhatsApp and reply are the first three links, and go to the visitor', () => {
  expect(linksOf(messageOf(event(), background).html).slice(0, 3)).toEqual([
    ['Call (404) 555-0132', 'tel:+14045550132'],
    [
      'WhatsApp',
      `https://wa.me/14045550132?text=Hello%20Ana%20Torres%2C%20thank%20you%20for%20your%20request%20%E2%80%A6${ID.slice(-4)}%20on%20our%20website.`,
    ],
    [
      'Reply',
      `mailto:ana%40example.com?subject=Your%20request%20%E2%80%A6${ID.slice(-4)}&body=Hello%20Ana%20Torres%2C%0D%0A%0D%0A`,
    ],
  ]);
});

test.each([
  ['info@bücher.example', 'info@xn--bcher-kva.example'],
  [' info@例え.テスト ', 'info@xn--r8jz45g.xn--zckzah'],
  ['Ana@Example.com', 'Ana@example.com'],
  ['info@bücher.example/x', undefined],
  ['info@bücher.example\r\nBcc: x@y.example', undefined],
  ['info@bücher', undefined],
  ['info@bü cher.example', undefined],
  ['büro@example.com', undefined],
  ['ada.b+c@mail.example.com', 'ada.b+c@mail.example.com'],
  ['ada@example', undefined],
  ['ada@example.com, x@evil.example', undefined],
  ['Ada <ada@example.com>', undefined],
  ['"a b"@example.com', undefined],
  ['', undefined],
  [42, undefined],
])('the address %j is answered at %s', (email, address) => {
  const { replyTo, html } = messageOf(event({ email }), background);
  const [, href] = linksOf(html).find(([words]) => words === 'Reply') ?? [];
  expect(replyTo).toBe(address);
  expect(href?.split('?')[0]).toBe(address && `mailto:${encodeURIComponent(address)}`);
});

test('a way to answer that is not possible is not offered', () => {
  const { html } = messageOf(event({ phone: 'none', email: 'ana@', address: '' }), background);
  expect(linksOf(html)).toEqual([FOOT]);
  expect(html).toContain('No number to call.');
});

test('the description stands as it was written, each line on its script’s side', () => {
  const { html } = messageOf(event({ description: 'Oak\n\n  שלום\r\n<b>&amp;' }), background);
  const lines = [...html.matchAll(/<div dir="auto" style="white-space:pre-wrap">(.*?)<\/div>/g)];
  expect(lines.map(([, line]) => line)).toEqual([
    'Oak',
    '<br />',
    '  שלום',
    '&#60;b&#62;&#38;amp;',
  ]);
});

describe('pictures', () => {
  const files = ['a', 'b'].map((name) => ({
    url: `https://x.example/${name}?alt=media&token=1`,
    thumbRef: `requests/${ID}/${name}.jpg`,
  }));
  const thumbnail = { type: 'image/jpeg', bytes: Buffer.from('JPEG') };
  const thumbnails = new Map([[`requests/${ID}/b.jpg`, thumbnail]]);

  it('are in the mail as far as they could be had, each a link to the whole picture', () => {
    const { html, images } = messageOf(event({ files }, 'pictures'), {
      ...background,
      thumbnails,
    });
    expect(images).toEqual([{ ...thumbnail, cid: `${ID}.2@cabinets.web.app` }]);
    expect(html.match(/<img\s+src="[^"]*"/g)).toEqual([`<img\nsrc="cid:${ID}.2@cabinets.web.app"`]);
    expect(linksOf(html).slice(3, 5)).toEqual([
      ['Open picture 1', 'https://x.example/a?alt=media&token=1'],
      ['Open picture 2', 'https://x.example/b?alt=media&token=1'],
    ]);
  });

  it.each([
    [1, '1 picture'],
    [2, '2 pictures'],
  ])('come with what is wanted, because the mail about it may be far: %i', (count, words) => {
    const { html } = messageOf(event({ files: files.slice(0, count) }, 'pictures'), background);
    expect(html).toContain(
      `<bdi>${words}</bdi> · <bdi>Kitchen cabinets</bdi> · <bdi>Lawrenceville</bdi>`,
    );
    expect(html).toContain('>214 Pike Street, Lawrenceville, GA 30046</a>');
    expect(html).toContain('>Oak doors,');
  });

  it('are links only in a digest', () => {
    const digest = digestOf([event({}), event({ files }, 'pictures')], 'd', background);
    expect([digest.images, digest.html.includes('<img')]).toEqual([[], false]);
    expect(linksOf(digest.html).filter(([words]) => words.startsWith('Open'))).toHaveLength(2);
  });
});

test('what the owner should know first stands before the ways to answer', () => {
  const suspect = { ...event(), suspicion: 'program' as const };
  const { html } = messageOf(suspect, { ...background, now: HOUR });
  // The message, too, where nobody may be at the other end.
  const order = [
    'Sent from the website 1 hour',
    'This may be advertising',
    '<div dir="auto"',
    'Call <bdi>',
  ];
  expect(order.map((text) => html.indexOf(text))).toEqual(
    order.map((text) => html.indexOf(text)).toSorted((a, b) => a - b),
  );
  expect(html.indexOf(order[0]!)).toBeGreaterThan(0);
});

test('a list of mails shows the services, which the subject may have shortened', () => {
  const previewOf = (change: object) =>
    /overflow:hidden">([^\u00a0]*)/.exec(messageOf(event(change), background).html)?.[1];
  expect([
    previewOf({ categories: ['kitchen', 'bath', 'island'] }),
    previewOf({ categories: [] }),
  ]).toEqual([
    'Kitchen cabinets, Bathroom vanity, 1 more · (404) 555-0132 · Oak doors,   from 1998',
    '(404) 555-0132 · Oak doors,   from 1998',
  ]);
});

test('a phone number stands in digits that can be typed, wherever it stands', () => {
  const links = linksOf(messageOf(event({ phone: '٤٠٤٥٥٥٠١٣٢' }), background).html);
  expect(links.filter(([, href]) => href.startsWith('tel:'))).toEqual([
    ['Call 4045550132', 'tel:+14045550132'],
    ['4045550132', 'tel:+14045550132'],
  ]);
});

test('the list of a digest tells who may be a program, and what was written beside a number', () => {
  const leads = [
    event({ phone: '404 555 0132 after 5pm' }),
    { ...event({ name: 'Ben' }, 'text', '5120034981'), suspicion: 'program' as const },
  ];
  const { html } = digestOf(leads, 'd', background);
  const rows = [...html.slice(0, html.indexOf('<h1')).matchAll(/<tr>[\s\S]*?<\/tr>/g)];
  expect(rows.map(([row]) => row.includes('Perhaps advertising'))).toEqual([false, true]);
  expect(rows.map(([row]) => row.includes('after 5pm'))).toEqual([true, false]);
});

test('marks that are piled on a letter do not cover the lines above and below', () => {
  const pile = '\u030d'.repeat(150);
  const piled = event({ name: `A${pile}na`, description: `o${pile}ak`, address: `x${pile}` });
  expect(digestOf([piled], 'digest-1', background).html).not.toMatch(/\p{M}{9}/u);
  // Hebrew puts some marks on one letter.
  expect(digestOf([event({ name: 'שָּׁ֖ל' })], 'digest-1', background).html).toContain('שָּׁ֖ל');
});

test('the text of a digest names each service, and that one more request waits', () => {
  const { text } = digestOf([event({ categories: ['kitchen', 'bath'] })], 'd', {
    ...background,
    waiting: 1,
  });
  expect(text).toContain('Services: Kitchen cabinets, Bathroom vanity\n');
  expect(text).toContain('1 more request waits for the mails of the next hours');
});

test('a digest begins with a list of who can be called', () => {
  const digest = digestOf(
    [event(), event({}, 'pictures'), event({ name: 'Ben', phone: '' }, 'text', '5120034981')],
    'd',
    background,
  );
  expect(linksOf(digest.html).slice(0, 3)).toEqual([
    ['Call', 'tel:+14045550132'],
    ['Reply', expect.stringMatching(/^mailto:ana%40example\.com\?/)],
    ['Call (404) 555-0132', 'tel:+14045550132'],
  ]);
});

describe('a web address where the owner reads us', () => {
  it.each<[string, suspicion: boolean, change: object]>([
    ['name', true, { name: 'Owner page moved. Sign in again at https://evil.example/in' }],
    ['category', true, { categories: ['Sign in at www.evil.example'] }],
    ['town', true, { address: '12 Oak Street, Sign in at evil.example' }],
    ['phone', false, { phone: '404 555 0132 or me@evil.example' }],
    ['name, a short one', true, { name: 'x.com' }],
    ['name, with a number', true, { name: 'http://10.0.0.1/a' }],
    ['name, of one letter and a new end', true, { name: 'Sign in at s.id/abc' }],
    ['name, an abbreviation and a new end', true, { name: 'Sign in at hwy.online' }],
    ['name, in a script with vowel signs', true, { name: 'evil.भारत' }],
  ])('makes no link: %s', (_, isSuspicious, change) => {
    const { fields: typed } = event(change);
    const suspicion = suspicionOf(typed, { seconds: 40 });
    expect(suspicion).toBe(isSuspicious ? 'address' : undefined);
    const { subject: head, html, text } = messageOf({ ...event(change), suspicion }, background);
    const shown = plain(html.replace(/<style>[\s\S]*<\/style>/, '').replaceAll(/<[^>]*>/g, ' '));
    const words = [head, text, shown].join('\n').replaceAll('ana@example.com', '');
    expect(words).toMatch(/\[\.\]/);
    expect(words).not.toMatch(/:[/\\]|@\w|\w\.(?:com|example|id|online|भारत)|10\.0/);
    const notice = html.indexOf('A stranger wrote it');
    expect(notice > 0 && notice < html.indexOf('<h1')).toBe(isSuspicious);
  });

  it.each([
    'J.R.R. Tolkien',
    'Capt.Smith',
    'Wm.Smith',
    'Anne O’Neil Jr.',
    '12 a.m.',
    'St.John',
    'Ft.Worth',
    '12 Oak Ln.Atlanta',
  ])('is none of a name or a town: %s', (text) => {
    const change = { name: text, address: text };
    expect(suspicionOf({ ...fields, ...change }, { seconds: 40 })).toBeUndefined();
    const mail = messageOf(event(change), background).text;
    expect(mail).toContain(`Name:     ${text}\n`);
    expect(mail).toContain(`Address:  ${text}\n`);
  });

  it.each(['770.555.12.34', '06.12.34.56.78', '+33.1.42.68.53.00'])(
    'is no phone number: %s',
    (phone) =>
      expect(messageOf(event({ phone }), background).text).toContain(`Phone:    ${phone}\n`),
  );

  it('is left alone in the description, and a category that is no service is the visitor’s word', () => {
    const { text, html } = messageOf(
      event({ categories: ['kitchen', 'Sign in again'], description: 'See https://a.example' }),
      background,
    );
    expect(text).toContain('Asked for: Sign in again\nServices: Kitchen cabinets\n');
    expect(text).toContain('\nSee https://a.example\n');
    expect(html.slice(0, html.indexOf('<h1'))).not.toContain('Sign in again');
  });
});

/** Every place of a request and of the configuration in which a stranger's text may stand. */
type Place = (text: string) => { event: JudgedEvent; background?: Partial<Background> };
const PLACES: Record<string, Place> = {
  ...Object.fromEntries(
    ['name', 'email', 'phone', 'address', 'description', 'newField'].map(
      (name): [string, Place] => [
        name,
        (text) => ({ event: event({ [name]: `404 555 0132 ${text}` }) }),
      ],
    ),
  ),
  'the name of a field': (text) => ({ event: event({ [text]: 'x' }) }),
  categories: (text) => ({ event: event({ categories: [text] }) }),
  'the number': (text) => ({ event: event({}, 'text', text) }),
  'a service’s name': (text) => ({
    event: event(),
    background: { serviceTypes: [{ id: 'kitchen', name: text }] },
  }),
  'a picture’s address and name': (text) => ({
    event: event({ files: [{ url: `https://x.example/${text}`, thumbRef: text }] }, 'pictures'),
    background: { thumbnails: new Map([[text, { type: 'image/jpeg', bytes: Buffer.from('') }]]) },
  }),
};
const HOSTILE = `"'><img src=https://evil.example/x onerror=alert(1)><style>*{background:url(//evil.example)}</style>&amp;\ud800`;
const TAG = /<\/?[a-z0-9]+(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>/g;

test.each(Object.entries(PLACES))(
  'markup in %s stays text, and the mail loads nothing',
  (_, place) => {
    const both = (text: string) => {
      const { event: one, background: more } = place(text);
      const its = { ...background, ...more };
      return [messageOf(one, its), digestOf([one, one], 'd', its)].map(({ html }) => html);
    };
    const harmless = both('harmless');
    for (const [index, html] of both(HOSTILE).entries()) {
      expect(skeletonOf(html)).toEqual(skeletonOf(harmless[index]!));
      expect(html.replace('<!doctype html>', '').replaceAll(TAG, '')).not.toMatch(/[<>]/);
      const loads = html.matchAll(/\s(?:src|srcset|background|poster|data)="([^"]*)"/g);
      expect([...loads].filter(([, address]) => !address!.startsWith('cid:'))).toEqual([]);
      expect(html).not.toMatch(/style="[^"]*url\(|@import|<link/);
    }
  },
);

/** The tags of a page and the names of their attributes. */
const skeletonOf = (html: string) =>
  [...html.matchAll(TAG)].map(([tag]) => tag.replaceAll(/="[^"]*"/g, ''));
