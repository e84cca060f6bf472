/** What strangers try to read of Firestore, and by which names. */
import { ROOT } from '../firestore/server';
import { ID, newRequest, WORK } from '../../rules/samples';
import {
  type Case,
  OPEN,
  DENIED,
  INVALID,
  NOT_FOUND,
  NOT_THERE,
  write,
  commit,
  request,
  create,
  read,
  query,
  from,
} from './firestoreWire';

/** Finding out about other people's requests. */
export const enumeration: Case[] = [
  ['visitor', 'reads a request by its id', DENIED, read(`requests/${OPEN}`)],
  ['visitor', 'reads an id that is free: the same answer', DENIED, read(`requests/${ID}`)],
  ['user', 'reads a request signed in', DENIED, read(`requests/${OPEN}`)],
  ['visitor', 'lists the requests', DENIED, read('requests?pageSize=300')],
  ['visitor', 'lists only their ids', DENIED, read('requests?mask.fieldPaths=id')],
  ['visitor', 'lists missing ones too', NOT_THERE, read('requests?showMissing=true')],
  ['visitor', 'lists what lies below a request', DENIED, read(`requests/${OPEN}/more`)],
  ['visitor', 'queries the requests', DENIED, from('requests')],
  [
    'visitor',
    'queries one by its phone',
    DENIED,
    from('requests', {
      where: {
        fieldFilter: {
          field: { fieldPath: 'phone' },
          op: 'EQUAL',
          value: { stringValue: '+1 770 555 0100' },
        },
      },
    }),
  ],
  ['visitor', 'queries with a limit of 1', DENIED, from('requests', { limit: 1 })],
  [
    'visitor',
    'queries all collections of that name',
    NOT_THERE,
    query({ from: [{ collectionId: 'requests', allDescendants: true }] }),
  ],
  ['visitor', 'queries without a collection', INVALID, query({ from: [] })],
  [
    'visitor',
    'gets several, a public one among them',
    DENIED,
    {
      method: 'POST',
      path: `${ROOT}:batchGet`,
      body: { documents: [`${ROOT}/${WORK}`, `${ROOT}/requests/${OPEN}`] },
    },
  ],
  [
    'visitor',
    'counts the requests',
    NOT_THERE,
    { method: 'POST', path: `${ROOT}:runAggregationQuery`, body: {} },
  ],
  [
    'visitor',
    'lists the collections',
    NOT_THERE,
    { method: 'POST', path: `${ROOT}:listCollectionIds`, body: {} },
  ],
  [
    'visitor',
    'verifies that a request is there',
    DENIED,
    commit({ verify: `${ROOT}/requests/${OPEN}` }),
  ],
  ['user', "reads another's marker", DENIED, read(`${WORK}/reviewers/user-two`)],
  ['user', 'lists the markers', DENIED, read(`${WORK}/reviewers`)],
  ['visitor', 'reads what is no collection of ours', DENIED, read('users/admin')],
  ['visitor', 'reads beside the configuration', DENIED, read('configurations/secrets')],
];

/** Names that would lead elsewhere. */
export const paths: Case[] = [
  [
    'visitor',
    'up from a request to the gallery',
    INVALID,
    commit(write(`requests/../${WORK}`, newRequest())),
  ],
  [
    'visitor',
    'a request with an empty segment',
    INVALID,
    commit(write(`requests//${ID}`, newRequest())),
  ],
  ['visitor', 'a collection as a document', INVALID, commit(write('requests', newRequest()))],
  ['visitor', 'below a request', DENIED, create({}, `${OPEN}/more/${ID}`)],
  ['visitor', 'a reserved name', INVALID, commit(write('requests/__name__', newRequest()))],
  [
    'visitor',
    'a name of 1,501 bytes',
    INVALID,
    commit(write(`requests/${'1'.repeat(1501)}`, newRequest())),
  ],
  ['visitor', 'a slash in percent code', INVALID, read(`requests%2F${OPEN}`)],
  ['visitor', 'dots in percent code', INVALID, read(`gallery/%2e%2e%2frequests`)],
  ['visitor', 'a broken percent code', INVALID, read('gallery/%E0%A4%A')],
  ['visitor', 'a NUL in a name', NOT_FOUND, read('gallery/oak%00')],
  [
    'visitor',
    'another project',
    NOT_FOUND,
    { method: 'GET', path: `${ROOT.replace('demo-cabinets', 'other')}/${WORK}` },
  ],
  [
    'visitor',
    'another database',
    NOT_FOUND,
    { method: 'GET', path: `${ROOT.replace('(default)', 'admin')}/${WORK}` },
  ],
  [
    'visitor',
    'a write to another database',
    NOT_FOUND,
    commit({ delete: `${ROOT.replace('(default)', 'admin')}/requests/${OPEN}` }),
  ],
  [
    'visitor',
    'a request through the address of another project',
    NOT_FOUND,
    {
      method: 'POST',
      path: 'projects/other/databases/(default)/documents:commit',
      body: { writes: [request()] },
    },
  ],
  ['visitor', 'an upper-case collection', DENIED, read('Gallery/oak-kitchen')],
  [
    'visitor',
    'the admin address',
    NOT_THERE,
    { method: 'GET', path: 'projects/demo-cabinets/databases/(default)' },
  ],
  [
    'visitor',
    'clearing the database as the official emulator lets one',
    NOT_THERE,
    { method: 'DELETE', path: `${ROOT}` },
  ],
];
