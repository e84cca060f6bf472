/** What strangers try to change in Firestore, alone and in batches. */
import { ROOT } from '../firestore/server';
import { ID, REVIEW_ID, uploaded, USER, WORK } from '../../rules/samples';
import { toFields } from '../../rules/world';
import {
  type Case,
  OPEN,
  SENT,
  THEIRS,
  OK,
  DENIED,
  NOT_FOUND,
  write,
  commit,
  request,
  create,
  patch,
  transform,
  review,
  marker,
  remove,
} from './firestoreWire';

/** Taking over, changing and deleting what is there. */
export const overwriting: Case[] = [
  ['visitor', "writes over a stranger's request", DENIED, create({ name: 'Mallory' }, OPEN)],
  [
    'visitor',
    'writes over it with a precondition',
    DENIED,
    commit({ ...request({ name: 'Mallory' }, OPEN), currentDocument: { exists: true } }),
  ],
  ['visitor', 'deletes a request', DENIED, commit(remove(`requests/${OPEN}`))],
  [
    'visitor',
    'deletes by its address',
    DENIED,
    { method: 'DELETE', path: `${ROOT}/requests/${OPEN}` },
  ],
  ['visitor', 'deletes one that is not there', DENIED, commit(remove(`requests/${ID}`))],
  ['visitor', 'patches the phone', DENIED, patch(OPEN, { phone: '+1 900' })],
  [
    'visitor',
    'patches by its address',
    DENIED,
    {
      method: 'PATCH',
      path: `${ROOT}/requests/${OPEN}?updateMask.fieldPaths=phone`,
      body: { fields: toFields({ phone: '1' }) },
    },
  ],
  ['visitor', 'drops a field', DENIED, patch(OPEN, {}, ['phone'])],
  [
    'visitor',
    'drops everything',
    DENIED,
    commit({ update: { name: `${ROOT}/requests/${OPEN}`, fields: {} } }),
  ],
  [
    'visitor',
    'raises the status',
    DENIED,
    transform(OPEN, { fieldPath: 'status', increment: { integerValue: '1' } }),
  ],
  [
    'visitor',
    'raises it by nothing: no change',
    OK,
    transform(OPEN, { fieldPath: 'status', increment: { integerValue: '0' } }),
  ],
  [
    'visitor',
    'makes the status a double of the same number',
    OK,
    transform(OPEN, { fieldPath: 'status', increment: { doubleValue: 0 } }),
  ],
  [
    'visitor',
    'adds a file to a sent request',
    DENIED,
    transform(SENT, {
      fieldPath: 'files',
      appendMissingElements: { values: [{ stringValue: 'x' }] },
    }),
  ],
  ['visitor', 'takes the files of a sent request', DENIED, patch(SENT, { files: [] })],
  [
    'visitor',
    'replaces the files of a sent request',
    DENIED,
    patch(SENT, { files: [uploaded({}, 'Picture002.png')] }),
  ],
  ['visitor', "attaches another request's pictures", DENIED, patch(OPEN, { files: [uploaded()] })],
  [
    'visitor',
    'attaches a script',
    DENIED,
    patch(OPEN, { files: [{ ref: 'x', thumbRef: 'x', url: 'javascript:alert(1)', thumb: 'x' }] }),
  ],
  [
    'visitor',
    'sets the time as text',
    DENIED,
    transform(OPEN, { fieldPath: 'name', setToServerValue: 'REQUEST_TIME' }),
  ],
  [
    'user',
    "changes a stranger's review",
    DENIED,
    commit({
      update: { name: `${ROOT}/${WORK}/reviews/${THEIRS}`, fields: toFields({ stars: 1 }) },
      updateMask: { fieldPaths: ['stars'] },
    }),
  ],
  ['user', "deletes a stranger's review", DENIED, commit(remove(`${WORK}/reviews/${THEIRS}`))],
  ['user', "deletes a stranger's marker", DENIED, commit(remove(`${WORK}/reviewers/user-two`))],
  ['user', 'renames a work', DENIED, commit(write(WORK, { title: 'Mine' }))],
  [
    'user',
    'opens all addresses in the configuration',
    DENIED,
    commit({
      update: {
        name: `${ROOT}/configurations/configurations`,
        fields: toFields({ download_address: '.*' }),
      },
    }),
  ],
  [
    'user',
    'raises the version so that everybody reloads',
    DENIED,
    commit({
      update: { name: `${ROOT}/version/current`, fields: { version: { doubleValue: 9 } } },
    }),
  ],
];

const SECOND = 'second0000';

/** Batches in which one write is to carry another past the rules. */
export const batches: Case[] = [
  ['user', 'an honest review', OK, commit(review(), marker())],
  ['user', 'a review without its marker', DENIED, commit(review())],
  ['user', 'a marker without its review', DENIED, commit(marker())],
  ['user', 'a marker for a stranger’s review', DENIED, commit(marker(THEIRS))],
  ['user', 'two reviews with one marker', DENIED, commit(review(), review({}, SECOND), marker())],
  [
    'user',
    'a marker written twice',
    DENIED,
    commit(review(), marker(), review({}, SECOND), marker(SECOND)),
  ],
  [
    'user',
    'a marker that goes again',
    DENIED,
    commit(review(), marker(), remove(`${WORK}/reviewers/${USER}`)),
  ],
  [
    'user',
    'a review that changes again',
    DENIED,
    commit(review(), marker(), {
      update: { name: `${ROOT}/${WORK}/reviews/${REVIEW_ID}`, fields: toFields({ stars: 9 }) },
      updateMask: { fieldPaths: ['stars'] },
    }),
  ],
  [
    'user',
    'a review that is gone at once',
    DENIED,
    commit(review(), marker(), remove(`${WORK}/reviews/${REVIEW_ID}`)),
  ],
  [
    'user',
    'a marker with a key more',
    DENIED,
    commit(review(), marker(REVIEW_ID, USER, { admin: true })),
  ],
  ['user', 'a marker for a stranger', DENIED, commit(review(), marker(REVIEW_ID, 'user-three'))],
  [
    'user',
    'a work made for a review of it',
    DENIED,
    commit(write('gallery/mine', { title: 'x' }), review({}, REVIEW_ID, 'gallery/mine')),
  ],
  [
    'user',
    'a review and a stranger’s request',
    DENIED,
    commit(review(), marker(), remove(`requests/${OPEN}`)),
  ],
  [
    'visitor',
    'a request that changes again',
    DENIED,
    commit(request(), {
      update: { name: `${ROOT}/requests/${ID}`, fields: toFields({ status: 2 }) },
      updateMask: { fieldPaths: ['status'] },
    }),
  ],
  ['visitor', 'a request that goes again', DENIED, commit(request(), remove(`requests/${ID}`))],
  [
    'visitor',
    'an honest request and a forged one',
    DENIED,
    commit(request(), request({ status: 7 }, '4444444444')),
  ],
  [
    'visitor',
    'an honest request and a failed precondition',
    NOT_FOUND,
    commit(request(), { ...request({}, '4444444444'), currentDocument: { exists: true } }),
  ],
  ['visitor', 'a request twice', OK, commit(request(), request())],
];
