export { type Fetch } from './http';
export { parseReview, parseServiceTypes, parseVersion, parseWork } from './parse';
export { readGallery, readReviews, readServiceTypes, readVersion, readWork } from './readers';
export { commit, documentName, getDocument, isCommitted, listDocuments } from './firestore';
export { attachFiles, confirmRequest, createRequest } from './requests';
export {
  queryUpload,
  sendChunk,
  sessionOf,
  startUpload,
  stateOf,
  type UploadState,
} from './storage';
