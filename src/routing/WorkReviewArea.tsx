import { createAuthPort } from '../firebase/lazyAuth';
import { readConfig } from '../firebase/config';
import { createReviewGateway } from '../firebase/lazyReviews';
import { createKeptReviews } from '../reviews/keptReviews';
import { ReviewArea } from '../reviews/ReviewArea';
import type { ReviewPlaceProps } from '../work/Reviews';

const config = readConfig(import.meta.env, location.hostname);
const tokenSyncUrl = import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined;
/** This page's one sign-in, its server and its device. */
const ports = {
  auth: createAuthPort(config, tokenSyncUrl),
  reviews: createReviewGateway(config),
  kept: createKeptReviews(),
};

/** The review area with all that it needs. Only ever imported lazily: when it comes near the viewport. */
export function WorkReviewArea(props: ReviewPlaceProps) {
  return <ReviewArea {...props} ports={ports} />;
}
