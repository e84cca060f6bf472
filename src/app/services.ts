import { readConfig, type BackendConfig } from '../backend/config';
import { readGallery, readReviews, readServiceTypes, readWork } from '../backend/rest/readers';
import type { GalleryPort, ServicesPort } from '../domain/ports';
import type { Services } from '../features/services';
import { fetchForCaches as fetch } from './firstReads';
import { followWhenIdle } from './follow';
import type { Later } from './idle';
import { log } from './log';
import { createPageOutbox, type PageOutbox } from '../outbox/page/pageOutbox';

export interface AppServices extends Services {
  config: BackendConfig;
  pageOutbox: PageOutbox;
}

/**
 * The real outside world of this page. `onShown` is called when the first answer for the screen is there,
 * or will not come. Throws `ConfigError` when the build is misconfigured.
 */
export function createServices(later: Later, onShown: () => void): AppServices {
  const config = readConfig(import.meta.env, location.hostname);
  const pageOutbox = createPageOutbox({ config, later, log });
  const gallery: GalleryPort = {
    list: (signal) => readGallery(config, { signal, fetch }).finally(onShown),
    follow: (onWorks) => followWhenIdle(config, onWorks, log),
    async work(id, signal) {
      const read = await readWork(config, id, { signal, fetch });
      // What is there is shown with its reviews.
      if (!read.ok) onShown();
      return read;
    },
    reviews: (workId, signal) => readReviews(config, workId, { signal, fetch }).finally(onShown),
  };
  const services: ServicesPort = {
    serviceTypes: (signal) => readServiceTypes(config, { signal, fetch }),
  };
  return {
    config,
    pageOutbox,
    gallery,
    services,
    outbox: pageOutbox.port,
    drafts: pageOutbox.drafts,
  };
}
