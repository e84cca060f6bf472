import type { Ports } from '../local/listening';

/** The test site is built for these; every test worker uses them on an address of its own. */
export const TEST_PORTS: Ports = { hosting: 5600, firestore: 5680, auth: 5699, storage: 5619 };
