import type { Journey } from '../stage';
import { browse } from './browse';
import { killed } from './killed';
import { requestOffline } from './requestOffline';
import { requestOnline } from './requestOnline';
import { review } from './review';
import { update } from './update';

/** What a visitor does, in every engine. */
export const JOURNEYS: Journey[] = [browse, requestOnline, requestOffline, killed, review, update];
