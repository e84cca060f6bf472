/** Signing in and posting reviews, joined. Only ever imported lazily: by the work page, or to send. */
import { createAuthPort } from '../backend/authPort';
import type { BackendConfig } from '../backend/config';
import { createReviewGateway } from '../backend/reviewGateway';
import { createReviewPort } from '../backend/reviewPort';
import { cryptoRandom, newRandomId } from '../domain/ids';
import type { KeptReviewStore } from '../domain/keptReviews';
import type { AuthPort, ReviewPort } from '../domain/ports';
import { log } from './log';

export interface ReviewServices {
  auth: AuthPort;
  port: ReviewPort;
}

let opened: ReviewServices | undefined;

/** This page's one review port, made with the first call; it sends what is kept from then on. */
export function openReviews(config: BackendConfig, store: KeptReviewStore): ReviewServices {
  if (opened) return opened;
  const auth = createAuthPort(config, {
    log,
    tokenSyncUrl: import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined,
  });
  const port = createReviewPort({
    gateway: createReviewGateway(config, log),
    auth,
    store,
    now: () => Date.now(),
    newId: () => newRandomId(),
    random: cryptoRandom,
    log,
  });
  port.start();
  opened = { auth, port };
  return opened;
}
