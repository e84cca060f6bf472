/** The entry of the owner's page: a build of its own (tools/build/buildOwner.ts), served at /owner. */
import { createRoot } from 'react-dom/client';
// Imported before the components, so that their styles come after these.
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { FACES_ATTRIBUTE } from '../contract/names';
import { initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore/lite';
import { readConfig } from '../firebase/config';
import { importOnce } from '../lib/promises';
import { localStore, tabStore } from '../lib/webStorage';
import { business } from '../shared/business/businessFacts';
import { createOwnerSession } from './access/ownerSession';
import { createFollowOwnership } from './access/ownership';
import { createBuiltSite } from './data/builtSite';
import { withFirstReads } from './data/firstReads';
import { createKeptWork } from './editor/kept/keptWork';
import { createOwnerDocuments } from './data/documents';
import { createSiteClock } from './data/siteClock';
import { OwnerPage } from './OwnerPage';

document.documentElement.setAttribute(FACES_ATTRIBUTE, '');
document.title = `Owner’s page · ${business.name}`;

const config = readConfig(import.meta.env, location.hostname);
const { app, firestore } = openApp();
const site = createBuiltSite(() => fetch(location.pathname, { cache: 'no-store' }));
const clock = createSiteClock(site.headers);
const askTime = () => void (document.hidden || clock.ask());
askTime();
// Its clock may have been put right meanwhile.
document.addEventListener('visibilitychange', askTime);
const { documents, ...firstReads } = withFirstReads(
  createOwnerDocuments(config, firestore, clock.now),
);
const session = createOwnerSession(config, app);

createRoot(document.getElementById('root')!).render(
  <OwnerPage
    ports={{
      access: {
        session,
        followOwnership: createFollowOwnership(firestore),
        firstReads,
      },
      documents,
      built: site.built,
      now: clock.now,
      kept: createKeptWork({ tab: tabStore, local: localStore, now: Date.now }),
      editor: importOnce(
        () => import('./editor/editorCode'),
        ({ createEditorCode }) =>
          createEditorCode({
            config,
            firestore,
            authorization: session.authorization,
            now: clock.ask,
          }),
      ),
    }}
  />,
);

/** The app has a name of its own, so that the review area of the same browser is not signed in as the owner. */
function openApp() {
  const { projectId, apiKey, authDomain, appId } = config;
  const app = initializeApp({ projectId, apiKey, authDomain, appId }, 'owner');
  const firestore = getFirestore(app);
  if (__LOCAL__ && config.local) {
    const { hostname, port } = new URL(config.firestoreOrigin);
    connectFirestoreEmulator(firestore, hostname, Number(port));
  }
  return { app, firestore };
}
