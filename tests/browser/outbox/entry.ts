/** What the store's browser tests call in the page: the outbox as a global. */
import { createConnection } from '../../../src/outbox/connection';
import { createIdbStore } from '../../../src/outbox/idbStore';
import { saveRequest } from '../../../src/outbox/requests';
import { MIGRATIONS } from '../../../src/outbox/schema';

export const outbox = { createConnection, createIdbStore, saveRequest, MIGRATIONS };

Object.assign(globalThis, { outbox });
