import { createAuthPort } from '../firebase/authPort';
import { createReviewGateway } from '../firebase/reviewGateway';
import { createKeptReviews } from '../reviews/keptReviews';
import { ReviewPanel } from '../reviews/ReviewPanel';
import type { ReviewAreaPorts } from '../reviews/useReviewArea';
import type { ReviewAreaProps } from '../work/Reviews';
import { moveKeptReviews } from '../outbox/keptReviews';
import { readConfig } from '../firebase/config';
import type { Safety } from '../domain/ports';
import { useServices } from '../shared/services';
import { log } from '../shared/log';

let ports: ReviewAreaPorts | undefined;

/** This page's one sign-in, its server and its device, made with the first call. */
function openPorts(safety: Safety): ReviewAreaPorts {
  if (ports) return ports;
  const config = readConfig(import.meta.env, location.hostname);
  ports = {
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
  return <ReviewPanel {...props} ports={openPorts(useServices().safety)} />;
}
