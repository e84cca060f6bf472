import { readConfig, type BackendConfig } from '../backend/config';
import { createAuthPort } from '../backend/authPort';
import { createReviewGateway } from '../backend/reviewGateway';
import { createReviewPort } from '../backend/reviewPort';
import { readGallery, readReviews, readServiceTypes, readWork } from '../backend/rest';
import { cryptoRandom, newRandomId } from '../domain/ids';
import type { GalleryPort, ServicesPort, Unsubscribe } from '../domain/ports';
import type { ReviewAreaPorts } from '../features/reviews/useReviewArea';
import type { Services } from '../features/services';
import { followWhenIdle } from './follow';
import { log } from './log';
import { createPageOutbox, type PageOutbox } from './outbox';

export interface AppServices extends Services {
  config: BackendConfig;
  pageOutbox: PageOutbox;
  reviews: Omit<ReviewAreaPorts, 'reportBusy'>;
  /** Starts what sends by itself: the outbox and kept reviews. */
  start(): Unsubscribe;
}

/** The real outside world of this page. Throws `ConfigError` when the build is misconfigured. */
export function createServices(): AppServices {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox(config, log);
  const gallery: GalleryPort = {
    list: (signal) => readGallery(config, { signal }),
    follow: (onWorks) => followWhenIdle(config, onWorks, log),
    work: (id, signal) => readWork(config, id, { signal }),
    reviews: (workId, signal) => readReviews(config, workId, { signal }),
  };
  const services: ServicesPort = {
    async serviceTypes(signal) {
      const read = await readServiceTypes(config, { signal });
      return read.ok ? read.value : [];
    },
  };
  const auth = createAuthPort(config, {
    log,
    tokenSyncUrl: import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined,
  });
  const reviewPort = createReviewPort({
    gateway: createReviewGateway(config, log),
    auth,
    store: pageOutbox.keptReviews,
    now: () => Date.now(),
    newId: () => newRandomId(),
    random: cryptoRandom,
    log,
  });
  return {
    config,
    pageOutbox,
    reviews: { auth, port: reviewPort, log },
    start() {
      const stops = [pageOutbox.start(), reviewPort.start()];
      return () => stops.forEach((stop) => stop());
    },
    gallery,
    services,
    outbox: pageOutbox.port,
    drafts: pageOutbox.drafts,
    images: {
      // Only a visitor who chooses a picture needs the code that prepares it.
      prepare: async (file) =>
        (await import('../features/request/prepareImage')).prepareImage(file),
    },
  };
}
