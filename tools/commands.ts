/** Every command of the owner's, by the name of its npm script. */
import type { Command } from './command';
import { galleryAdd } from './gallery/add';
import { galleryRemove } from './gallery/remove';
import { requestsExport } from './requests/export';
import { reviewsRemove } from './reviewsRemove';
import { servicesSet } from './servicesSet';
import { versionSet } from './versionSet';

export const COMMANDS: Record<string, Command> = {
  'gallery:add': galleryAdd,
  'gallery:remove': galleryRemove,
  'services:set': servicesSet,
  'version:set': versionSet,
  'requests:export': requestsExport,
  'reviews:remove': reviewsRemove,
};
