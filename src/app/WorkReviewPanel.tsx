import { createAuthPort } from '../backend/authPort';
import { createReviewGateway } from '../backend/reviewGateway';
import { createKeptReviews } from '../features/reviews/keptReviews';
import { ReviewPanel } from '../features/reviews/ReviewPanel';
import type { ReviewAreaPorts } from '../features/reviews/useReviewArea';
import type { ReviewAreaProps } from '../features/work/Reviews';
import { moveKeptReviews } from '../outbox/keptReviews';
import { useAppContext, type AppContext } from './context';
import { log } from './log';

let ports: ReviewAreaPorts | undefined;

/** This page's one sign-in, its server and its device, made with the first call. */
function openPorts({ services: { config }, safety }: AppContext): ReviewAreaPorts {
  ports ??= {
    auth: createAuthPort(config, {
      log,
      tokenSyncUrl: import.meta.env['VITE_TOKEN_SYNC_URL'] as string | undefined,
    }),
    reviews: createReviewGateway(config, log),
    kept: createKeptReviews({ moveOld: moveKeptReviews, log }),
    reportBusy: (isBusy) => safety.report('the review area', isBusy),
    log,
  };
  return ports;
}

/** The review area with all that it needs. Only ever imported lazily: when it comes near the viewport. */
export function WorkReviewPanel(props: ReviewAreaProps) {
  return <ReviewPanel {...props} ports={openPorts(useAppContext())} />;
}
