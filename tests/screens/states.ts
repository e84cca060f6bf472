/** Every state of every screen, by its name. Another screen is another entry in one of the four tables. */
import { OWNER_STATES } from './ownerStates';
import { PAGE_STATES } from './pageStates';
import { REQUEST_STATES } from './requestStates';
import { REVIEW_STATES } from './reviewStates';

export const STATES = { ...PAGE_STATES, ...REQUEST_STATES, ...REVIEW_STATES, ...OWNER_STATES };
