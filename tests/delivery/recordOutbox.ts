/**
 * `npm run outbox:record`: writes what this version leaves on a device to tests/recordings, named by the version of its
 * database and the day. Run it with each version that is deployed and has changed what is stored (docs/deploy.md).
 */
import { writeFileSync } from 'node:fs';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { recordOutbox } from './recording';

const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
const backend = await startSiteBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
const recording = await recordOutbox(backend);
await backend.stop();
const folder = new URL('../recordings/', import.meta.url);
const name = `outbox-${recording.version}-${new Date().toISOString().slice(0, 10)}.json`;
writeFileSync(new URL(name, folder), `${JSON.stringify(recording, null, 1)}\n`);
console.log(`Written: tests/recordings/${name}`);
