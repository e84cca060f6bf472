/** Records of the outbox that somebody has tampered with, or that another version has written. */
import { IMAGE } from './watch';

/** A record as it lies in the database; anything may be wrong with it. */
export type Loose = Record<string, any>;

export const LOST = 'Part of it was lost on this device: please check it and send it again.';
export const REFUSED = 'It was not accepted and needs your attention.';
export const WITHOUT_PICTURES = 'Your text has reached us, but the pictures were not accepted.';
export const NAMELESS = 'A request without a description';

export interface TamperedRecord {
  what: string;
  /**
   * Changes a good record with one picture, in the browser. `objects` are its bytes by
   * `index/part`. Sent as text: it sees nothing but its arguments.
   */
  tamper: (record: Loose, objects: Loose, evil: string) => void;
  /** What becomes of it: sent, or how it stands in the list. */
  ends: 'sent' | typeof LOST | typeof REFUSED | typeof WITHOUT_PICTURES;
  /** What stands for it in the list; its description unless told. */
  title?: string;
  /** How its description arrives; as it was unless told. */
  arrives?: string;
}

type Tamper = TamperedRecord['tamper'];
const ends =
  (how: TamperedRecord['ends']) =>
  (what: string, tamper: Tamper, more: Partial<TamperedRecord> = {}): TamperedRecord => ({
    what,
    tamper,
    ends: how,
    ...more,
  });
const sent = ends('sent');
const lost = ends(LOST);
const refused = ends(REFUSED);
const halfway = ends(WITHOUT_PICTURES);

/** What makes no difference to the request is mended without a word. */
const MENDED = [
  sent('nothing wrong', () => undefined),
  sent('counters in words', (record) => {
    Object.assign(record, { attempts: 'x', tries: 'y', notBefore: 'z', savedAt: 'then' });
  }),
  sent('counters that are no numbers', (record) => {
    Object.assign(record, { attempts: NaN, tries: -1, notBefore: {}, savedAt: null });
  }),
  sent('counters beyond all bounds', (record) => {
    Object.assign(record, {
      attempts: 1e308,
      tries: Infinity,
      notBefore: Infinity,
      savedAt: 1e300,
    });
  }),
  sent('no counters', (record) => {
    for (const name of ['attempts', 'tries', 'notBefore', 'savedAt']) delete record[name];
  }),
  sent('no revision', (record) => delete record['revision']),
  sent('a number for a revision', (record) => void (record['revision'] = 7)),
  sent('flags in words', (record) => {
    Object.assign(record, { confirmed: 'x', renamed: 'x', unreached: 'x' });
  }),
  sent('parts of a future version', (record) => {
    Object.assign(record, { version: 9, consent: { at: 1n }, priority: [1], language: 'es' });
    Object.assign(record['images'][0], { caption: 'x', original: { type: 'image/jxl', size: 1 } });
  }),
  sent('keys like properties', (record) => {
    Object.defineProperty(record, '__proto__', {
      value: { needsAttention: true },
      enumerable: true,
    });
    Object.assign(record, {
      constructor: { prototype: { step: 'done' } },
      toString: 'x',
    });
    Reflect.set(record, 'then', 'x');
    Object.defineProperty(record['fields'], '__proto__', {
      value: { name: 'x' },
      enumerable: true,
    });
    Object.assign(record['fields'], {
      constructor: 'x',
      id: '1',
      status: 9,
      files: [{}],
      admin: true,
    });
  }),
  sent('a key like a property', (record) => void (record['key'] = '__proto__')),
  sent('a key with markup', (record) => void (record['key'] = '<img src=x onerror=hacked()>')),
  sent('a number for a key', (record) => void (record['key'] = 5)),
  sent('a picture with a hostile name', (record) => {
    record['images'][0].name = '../../<img src=x onerror=hacked()>\u202Egpj.exe';
  }),
  sent('a session at a foreign address', (record, _, evil) => {
    record['images'][0].image.object = `requests/${record['id']}/AAAAAAAAAA.jpg`;
    record['images'][0].image.session = `https://${evil}/steal`;
    record['images'][0].thumb.object = `requests/${record['id']}/BBBBBBBBBB.jpg`;
    record['images'][0].thumb.session = `//${evil}/steal`;
  }),
  sent('a session that is no address', (record) => {
    Object.assign(record['images'][0].image, { object: 'x', session: 'javascript:hacked()' });
    Object.assign(record['images'][0].thumb, { object: 'x', session: '' });
  }),
  sent('sessions of wrong types', (record) => {
    Object.assign(record['images'][0].image, {
      object: 7,
      session: {},
      offset: 'x',
      restarts: 'x',
    });
    Object.assign(record['images'][0].thumb, { object: [], session: null, rechecked: 'x', url: 7 });
  }),
  sent('an object in a foreign folder', (record) => {
    record['images'][0].image.object = 'gallery/cover.jpg';
  }),
  sent('offsets beyond the end', (record) => {
    record['images'][0].image.offset = 1e9;
    record['images'][0].thumb.offset = -1;
  }),
  sent(
    'half an emoji at the end',
    (record) => void (record['fields'].description = `${'x'.repeat(4999)}\uD83D`),
    { arrives: `${'x'.repeat(4999)}\uFFFD` },
  ),
];

/** What makes no request any more is not sent, and shown with what is left of it. */
const DAMAGED = [
  lost('no fields', (record) => delete record['fields'], { title: NAMELESS }),
  lost('nothing for fields', (record) => void (record['fields'] = null), { title: NAMELESS }),
  lost('a text for fields', (record) => void (record['fields'] = 'x'), { title: NAMELESS }),
  lost('a list for fields', (record) => void (record['fields'] = ['x']), { title: NAMELESS }),
  lost('fields that hold themselves', (record) => {
    record['fields'].name = record['fields'];
  }),
  lost('a number for a name', (record) => void (record['fields'].name = 42)),
  lost('a date for an email', (record) => void (record['fields'].email = new Date(0))),
  lost('no phone', (record) => delete record['fields'].phone),
  lost(
    'a map for a description',
    (record) => {
      record['fields'].description = new Map([['toString', 'x']]);
    },
    { title: NAMELESS },
  ),
  lost('a text for categories', (record) => void (record['fields'].categories = 'kitchen')),
  lost('a number among categories', (record) => void (record['fields'].categories = ['a', 1])),
  lost('no id', (record) => delete record['id']),
  lost('a number for an id', (record) => void (record['id'] = 1234567890)),
  lost('an id of 11 digits', (record) => void (record['id'] = '12345678901')),
  lost('an id that is a path', (record) => void (record['id'] = '../gallery/kitchen')),
  lost('an unknown step', (record) => void (record['step'] = 'teleport')),
  lost('no step', (record) => delete record['step']),
  lost('a step of a future version', (record) => void (record['step'] = { name: 'create', v: 2 })),
  lost('no pictures list', (record) => delete record['images']),
  lost('a text for pictures', (record) => void (record['images'] = 'x')),
  lost('a map for pictures', (record) => void (record['images'] = { length: 1 })),
  lost('a refusal of wrong types', (record) => void (record['needsAttention'] = true)),
  lost('a refusal like a property', (record) => {
    record['needsAttention'] = { step: '__proto__', status: 'x', message: { toString: 1 } };
  }),
];

/** What is a request in shape, and none that the rules take. */
const DENIED = [
  refused('an empty name', (record) => void (record['fields'].name = '')),
  refused('a name of 201 letters', (record) => void (record['fields'].name = 'n'.repeat(201))),
  refused('21 categories', (record) => {
    record['fields'].categories = Array.from({ length: 21 }, (_, index) => `c${index}`);
  }),
  refused(
    'a description of markup that is too long',
    (record) => void (record['fields'].description = '<img src=x onerror=hacked()>'.repeat(200)),
    { title: IMAGE.repeat(200).slice(0, 5000) },
  ),
];

/** By itself, because every look at the outbox reads it. */
export const HUGE = refused(
  'a description of 5 MB',
  (record) => void (record['fields'].description = 'd'.repeat(5_000_000)),
  { title: 'd'.repeat(5000) },
);

/** The text goes first; what is wrong with the pictures is found out after it. */
const WITHOUT = [
  halfway('no bytes', (_, objects) => delete objects['0/image']),
  halfway('no bytes of the thumbnail', (_, objects) => delete objects['0/thumb']),
  halfway('a text for bytes', (_, objects) => void (objects['0/image'] = 'x'.repeat(2000))),
  halfway('a view for bytes', (_, objects) => void (objects['0/image'] = new Uint8Array(2000))),
  halfway('fewer bytes', (_, objects) => void (objects['0/image'] = new ArrayBuffer(10))),
  halfway('another size', (record) => void (record['images'][0].image.size = 1e15)),
  halfway('no size', (record) => delete record['images'][0].image.size),
  halfway('nothing for a picture', (record) => void (record['images'] = [null])),
  halfway('half a picture', (record) => delete record['images'][0].thumb),
  halfway('a page for a picture', (record) => void (record['images'][0].image.type = 'text/html')),
  halfway('a drawing for a picture', (record) => {
    record['images'][0].image.type = 'image/svg+xml';
  }),
  halfway('a type that breaks a header', (record) => {
    record['images'][0].image.type = 'image/jpeg\r\nX-Evil: 1';
  }),
  halfway('a foreign address as uploaded', (record, _, evil) => {
    record['images'][0].image.url = `https://${evil}/x.jpg`;
    record['images'][0].image.object = `requests/${record['id']}/AAAAAAAAAA.jpg`;
  }),
  halfway('a script as uploaded', (record) => {
    record['images'][0].image.url = 'javascript:hacked()';
    record['images'][0].image.object = 'x';
  }),
];

export const TAMPERED: TamperedRecord[] = [...MENDED, ...DAMAGED, ...DENIED, ...WITHOUT];
