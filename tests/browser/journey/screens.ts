/** What the page shows in every state of the journey; those of a state hold in the ones within it. */
import { requestScreens } from './requestScreens';
import { siteScreens } from './siteScreens';
import { waitingScreens } from './waitingScreens';
import { workScreens } from './workScreens';

export const screens = { ...siteScreens, ...workScreens, ...requestScreens, ...waitingScreens };
