// The review area with its real ports, and the version dialog; where the services are comes in the
// address: `?auth=…&firestore=…&work=…`, `&far` to begin far from the area, `&version=0.63`.
import { useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createAuthPort } from '../../../../src/backend/authPort';
import { readConfig } from '../../../../src/backend/config';
import { readReviews } from '../../../../src/backend/rest';
import { createReviewGateway } from '../../../../src/backend/reviewGateway';
import { createReviewPort } from '../../../../src/backend/reviewPort';
import { cryptoRandom, newRandomId } from '../../../../src/domain/ids';
import type { VersionPort } from '../../../../src/domain/ports';
import { ReviewArea } from '../../../../src/features/reviews/ReviewArea';
import { AppVersion } from '../../../../src/features/update/AppVersion';
import { useRead } from '../../../../src/features/useRead';
import { Stars } from '../../../../src/ui/Stars';
import '../../../../src/ui/fonts.css';
import '../../../../src/ui/tokens.css';
import '../../../../src/ui/base.css';
import { createStorageKeptReviews } from './storageKeptReviews';

const asked = new URLSearchParams(location.search);
const config = {
  ...readConfig({}, location.hostname),
  authOrigin: asked.get('auth'),
  firestoreOrigin: asked.get('firestore') ?? '',
};
const workId = asked.get('work') ?? '';
const log = (message: string, error?: unknown) => console.warn(message, error);

const auth = createAuthPort(config, { log });
const port = createReviewPort({
  gateway: createReviewGateway(config, log),
  auth,
  store: asked.has('unkept') ? null : createStorageKeptReviews(),
  now: () => Date.now(),
  newId: () => newRandomId(),
  random: cryptoRandom,
  log,
});
port.start();
const ports = { auth, port, reportBusy: () => {}, log };

const versionPort: VersionPort = {
  stored: async () => (asked.has('version') ? Number(asked.get('version')) : null),
  updateWorker: async () => log('The worker was asked to update.'),
  reloadedFor: () => Number(sessionStorage.getItem('reloaded-for')) || null,
  rememberReload(version) {
    sessionStorage.setItem('reloaded-for', String(version));
    return true;
  },
  whenSafe: (task) => task(),
  reload: async () => location.reload(),
};

function Page() {
  const read = useCallback((signal: AbortSignal) => readReviews(config, workId, { signal }), []);
  const { value, failure, reload } = useRead(read);
  const [posted, setPosted] = useState(0);
  const onPosted = useCallback(() => {
    setPosted((count) => count + 1);
    void reload();
  }, [reload]);
  return (
    <div style={{ padding: '1.25rem', display: 'grid', gap: '1.5rem', maxWidth: '48rem' }}>
      {asked.has('far') && <div style={{ height: '4000px' }} />}
      <h1>A work</h1>
      <h2>Reviews</h2>
      <ReviewArea
        workId={workId}
        reviews={value}
        failed={failure !== undefined}
        onPosted={onPosted}
        ports={ports}
      />
      <ul aria-label="Reviews" data-reloads={posted}>
        {value?.map((review) => (
          <li key={review.id}>
            <Stars value={review.stars} /> <span>{review.text}</span>
          </li>
        ))}
      </ul>
      <AppVersion port={versionPort} log={log} />
    </div>
  );
}

createRoot(document.getElementById('root')!).render(<Page />);
