import type { RulesObject } from '../../../backend/rules/types';
import { MAX_IMAGE_BYTES, MAX_THUMBNAIL_BYTES } from '../../../src/domain/constants';
import { IMAGE_TYPES } from '../../support/acceptedTypes';
import {
  agedDocuments,
  createdDocuments,
  DAY,
  ID,
  NAMES,
  OTHER_ID,
  REQUEST,
  storedRequest,
  THUMB_NAMES,
} from '../sampleDocuments';
import { signedIn, World } from '../rulesWorld';
import type { Row, Section } from './section';

const FOLDER = `requests/${ID}`;
const COVER = 'gallery/oak/cover.jpg';
const PAGE = { contentType: 'text/html' };
const PICTURE = `${FOLDER}/${NAMES[0]}`;
const STORED = `${FOLDER}/${NAMES[1]}`;
const THUMB = `${FOLDER}/${THUMB_NAMES[0]}`;
const open = new World(createdDocuments(), null, [STORED]);
const user = new World(createdDocuments(), signedIn('u'), [STORED]);
const lastMoment = new World(agedDocuments(30 * DAY - 1));
const late = new World(agedDocuments(30 * DAY), null, [STORED]);
const ticketless = new World({ [REQUEST]: storedRequest() });

/** Uploads of a picture whose metadata say something else. */
const saying = (expected: boolean, table: [what: string, changes: Partial<RulesObject>][]) =>
  table.map(([what, changes]): Row => [what, expected, () => open.upload(PICTURE, changes)]);
const named = (table: [what: string, name: string][]) =>
  table.map(([what, name]): Row => [what, false, () => open.upload(name)]);

const uploads: Row[] = [
  ...saying(true, [
    ['1 byte', { size: 1 }],
    ['the largest size', { size: MAX_IMAGE_BYTES }],
    ['identity as encoding', { contentEncoding: 'identity' }],
    ['an empty encoding', { contentEncoding: '' }],
    ['inline as disposition', { contentDisposition: "inline; filename*=utf-8''a.jpg" }],
    ['inline with nothing behind', { contentDisposition: 'inline;' }],
    ['the longest disposition', { contentDisposition: `inline;${'x'.repeat(200)}` }],
    ['an empty disposition', { contentDisposition: '' }],
  ]),
  ...saying(false, [
    ['0 bytes', { size: 0 }],
    ['one byte too much', { size: MAX_IMAGE_BYTES + 1 }],
    ['an SVG', { contentType: 'image/svg+xml' }],
    ['a page', PAGE],
    ['no type', { contentType: null }],
    ['gzip as encoding', { contentEncoding: 'gzip' }],
    ['a download as disposition', { contentDisposition: 'attachment; filename=x.exe' }],
    ['a disposition that is too long', { contentDisposition: `inline;${'x'.repeat(201)}` }],
    ['a disposition that begins like inline', { contentDisposition: 'inlined' }],
  ]),
  ['the largest thumbnail', true, () => open.upload(THUMB, { size: MAX_THUMBNAIL_BYTES })],
  ['one byte more', false, () => open.upload(THUMB, { size: MAX_THUMBNAIL_BYTES + 1 })],
  ['a millisecond before 30 days', true, () => lastMoment.upload(PICTURE)],
  ['after 30 days', false, () => late.upload(PICTURE)],
  ...named([
    ['a name that is not of the ticket', `${FOLDER}/another001.jpg`],
    ['another extension', `${FOLDER}/aZ09bcdefg.png`],
    ['a line break at the end', `${PICTURE}\n`],
    ['a deeper folder', `${FOLDER}/more/${NAMES[0]}`],
    ['the gallery', `gallery/${NAMES[0]}`],
    ['a work in the gallery', `gallery/oak/${NAMES[0]}`],
    ['the folder of another id', `requests/${OTHER_ID}/${NAMES[0]}`],
    ['overwriting what is there', STORED],
  ]),
  ...Object.values(IMAGE_TYPES).map((contentType): Row => [
    contentType,
    true,
    () => open.upload(PICTURE, { contentType }),
  ]),
  ['no word about an encoding', true, () => open.uploadWithout(PICTURE, 'contentEncoding')],
  ['no word about a disposition', true, () => open.uploadWithout(PICTURE, 'contentDisposition')],
  ['as a signed-in visitor', true, () => user.upload(PICTURE)],
  ['a request without a ticket', false, () => ticketless.upload(PICTURE)],
  ['a request that is not there', false, () => new World().upload(PICTURE)],
];

const others: Row[] = [
  ['getting a picture of the gallery', true, () => open.getObject(COVER)],
  ['listing the gallery', false, () => open.listObjects('gallery')],
  ['asking for an object of the ticket', true, () => open.getObject(STORED)],
  ['asking for a thumbnail that is not there', true, () => open.getObject(THUMB)],
  ['asking for another name', false, () => user.getObject(`${FOLDER}/another001.jpg`)],
  ['asking after 30 days', false, () => late.getObject(STORED)],
  ['asking without a ticket', false, () => ticketless.getObject(PICTURE)],
  ['listing a folder', false, () => user.listObjects(FOLDER)],
  ['listing the bucket', false, () => user.listObjects('')],
  ['another type for a picture that is there', false, () => user.changeObject(STORED, PAGE)],
  ['deleting a picture', false, () => user.deleteObject(STORED)],
  ['getting anything else', false, () => user.getObject('secret.txt')],
];

/** What anybody may do with files (storage.rules). */
export const storage: Section[] = [
  { title: 'uploading', rows: uploads },
  { title: 'getting, listing and deleting', rows: others },
];
