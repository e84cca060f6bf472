export { parseWork } from './parse';
export { readGallery, readReviews, readServiceTypes, readVersion, readWork } from './readers';
